import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { DriverLook } from "../normalise-linux.js";

const recording = z.object({
  state: z.looseObject({
    pid: z.int(),
    window_id: z.int(),
    elements: z.array(z.looseObject({ element_index: z.int(), element_token: z.string(), role: z.string() })),
    tree_markdown: z.string(),
  }),
  windows: z.unknown(),
  truth: z.array(
    z.object({
      role: z.string(),
      name: z.string(),
      text: z.string().nullish(),
      checked: z.boolean(),
      mixed: z.boolean(),
      extents: z.array(z.number()).length(4),
    }),
  ),
});
export type Recording = z.infer<typeof recording>;

const folder = new URL("../../testdata/", import.meta.url);

export const recordings = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));

/** A window of a real application; testdata/README.md says how it was made. */
export function readRecording(name: string): Recording {
  return recording.parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")));
}

/** The recorded answer as a look at the window, with nothing known about what is in front. */
export function lookAt(recorded: Pick<Recording, "state" | "windows">): DriverLook {
  const { pid, window_id: windowId } = recorded.state;
  return { ...recorded, frontPid: null, pid, windowId, limits: { maxElements: 5_000 }, backend: "cua" };
}

/** A look at a made-up window. */
export function lookAtState(state: unknown, extra: Partial<DriverLook> = {}): DriverLook {
  return {
    state,
    windows: null,
    frontPid: null,
    pid: 100,
    windowId: 7,
    limits: { maxElements: 1_500 },
    backend: "cua",
    ...extra,
  };
}
