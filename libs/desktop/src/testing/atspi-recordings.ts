import { readdirSync, readFileSync } from "node:fs";
import { parseAtspiRecording, type AtspiRecording } from "../atspi-recording.js";

export { parseAtspiRecording, readingOf, type AtspiRecording } from "../atspi-recording.js";

const folder = new URL("../../testdata/atspi/", import.meta.url);

export const atspiRecordings = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));

/** A window of a real application as AT-SPI showed it; testdata/README.md says how it was made. */
export function readAtspiRecording(name: string): AtspiRecording {
  return parseAtspiRecording(JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")));
}
