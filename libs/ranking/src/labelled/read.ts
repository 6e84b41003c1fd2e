import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAtspiRecording } from "@beans-picker/desktop";
import { z } from "zod";
import { parseLabels } from "./labels.js";
import { labelledState, type LabelledState, type RecordedWindow } from "./state.js";

const meta = z.object({
  app: z.string(),
  window: z
    .object({
      title: z.string().default(""),
      list_windows_entry: z
        .object({
          bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
        })
        .optional(),
    })
    .optional(),
});

/**
 * Reads a folder of labelled windows: one folder for each state with `atspi.json`, `labels.jsonl` and, if there is one,
 * `meta.json`. Folders without the first two are passed over. Throws when a file is something else than it says.
 */
export function readLabelledStates(folder: string): LabelledState[] {
  return readdirSync(folder)
    .sort()
    .filter((state) => ["atspi.json", "labels.jsonl"].every((file) => existsSync(join(folder, state, file))))
    .map((state) => {
      const read = (file: string) => readFileSync(join(folder, state, file), "utf8");
      const recording = parseAtspiRecording(JSON.parse(read("atspi.json")));
      const path = join(folder, state, "meta.json");
      const described = existsSync(path) ? meta.parse(JSON.parse(read("meta.json"))) : undefined;
      return labelledState(
        recordedWindow(state, recording.app.name, described),
        recording,
        parseLabels(read("labels.jsonl")),
      );
    });
}

function recordedWindow(state: string, name: string, described: z.infer<typeof meta> | undefined): RecordedWindow {
  const bounds = described?.window?.list_windows_entry?.bounds;
  return {
    state,
    app: described?.app ?? name,
    title: described?.window?.title ?? "",
    ...(bounds === undefined ? {} : { bounds }),
  };
}
