import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { buildCandidates } from "@beans-picker/candidates";
import { normaliseLinux } from "@beans-picker/desktop";
import { createShortIds, presentOverview, presentWindow } from "@beans-picker/gateway";
import { z } from "zod";
import { tokensOf } from "./count.js";

/** One window: what the raw driver says of it and what `observe` says. */
export interface Compared {
  readonly name: string;
  readonly driver: number;
  readonly observe: number;
}

const state = z.looseObject({ pid: z.int().optional(), window_id: z.int().optional(), elements: z.array(z.unknown()) });
const line = z.object({ name: z.string(), state });

/** See data/README.md. */
const ownRecordings = fileURLToPath(new URL("../../data/windows.jsonl.gz", import.meta.url));

/** Compares every recorded window: of a folder with one folder for each, holding a `driver.json`, else of our own. */
export function compareRecorded(folder: string | undefined): Compared[] {
  if (folder === undefined) {
    const lines = gunzipSync(readFileSync(ownRecordings)).toString("utf8").trimEnd().split("\n");
    return lines.map((each) => {
      const recorded = line.parse(JSON.parse(each));
      return compare(recorded.name, recorded.state);
    });
  }
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "driver.json")))
    .map((name) => compare(name, state.parse(JSON.parse(readFileSync(join(folder, name, "driver.json"), "utf8")))));
}

function compare(name: string, raw: z.infer<typeof state>): Compared {
  const { snapshot } = normaliseLinux({
    state: raw,
    windows: null,
    frontPid: null,
    pid: raw.pid ?? 1,
    windowId: raw.window_id ?? 1,
    limits: { maxElements: 5_000 },
    backend: "cua",
  });
  const overview = presentOverview(snapshot, buildCandidates(snapshot), createShortIds());
  const answer = { status: "done", window: presentWindow(snapshot), ...overview };
  return { name, driver: tokensOf(raw), observe: tokensOf(answer) };
}
