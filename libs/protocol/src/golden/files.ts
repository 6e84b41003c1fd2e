import { goldenFrames } from "./frames.js";
import { refusedFrames } from "./refused.js";
import { protocolSchema } from "../json-schema.js";

/** The generated files by their path inside the package, sorted. */
export function generatedFiles(): ReadonlyMap<string, Uint8Array> {
  const frames = [...goldenFrames()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const index = {
    frames: frames.map(({ name, kind, role, subject, frame, bytes }) => ({
      file: `${name}.bin`,
      kind,
      role,
      subject,
      hex: hexOf(bytes),
      value: frame,
    })),
    refused: refusedFrames,
  };
  const files = new Map<string, Uint8Array>();
  for (const { name, bytes } of frames) files.set(`golden/${name}.bin`, bytes);
  files.set("golden/golden.json", jsonBytes(index));
  files.set("schema/protocol.json", jsonBytes(protocolSchema()));
  return files;
}

/** JSON for people and for readers without MessagePack: bytes are written as `{"$bytes": "<hex>"}`. */
function jsonBytes(value: unknown): Uint8Array {
  const text = JSON.stringify(
    value,
    (_key, entry: unknown) => (entry instanceof Uint8Array ? { $bytes: hexOf(entry) } : entry),
    2,
  );
  return Buffer.from(`${text}\n`, "utf8");
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
