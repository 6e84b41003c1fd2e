import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { decode, encode } from "../codec.js";
import { contracts } from "../contracts.js";
import { defaultMaxFrameBytes, eventFrame, replyFrame, requestFrame } from "../envelope.js";
import { generatedFiles } from "./files.js";
import { goldenFrames } from "./frames.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const frames = goldenFrames();
const envelopes = { request: requestFrame, reply: replyFrame, event: eventFrame };

describe("generated files", () => {
  it("are what the contracts say now; run `node libs/protocol/dist/generate.js` when not [wire.drift]", () => {
    const wanted = generatedFiles();
    const present = ["golden", "schema"].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(present.sort()).toEqual([...wanted.keys()].sort());
    for (const [path, bytes] of wanted) {
      expect(Buffer.compare(readFileSync(join(root, path)), bytes), `${path} is out of date`).toBe(0);
    }
  });
});

describe("golden frames", () => {
  it("cover every method and every event of every contract", () => {
    const names = new Set(frames.map(({ name }) => name));
    for (const { role, methods, events } of contracts) {
      for (const method of Object.keys(methods)) {
        expect(names).toContain(`${role}.request.${method}`);
        expect(names).toContain(`${role}.reply.${method}`);
      }
      for (const topic of Object.keys(events)) expect(names).toContain(`${role}.event.${topic}`);
    }
  });

  it.each(frames)(
    "$name decodes to its value and encodes to the same bytes [wire.canonical]",
    ({ name, kind, frame }) => {
      const bytes = readFileSync(join(root, "golden", `${name}.bin`));
      const decoded = decode(bytes, defaultMaxFrameBytes);
      expect(decoded).toEqual({ ok: true, value: frame });
      const parsed = envelopes[kind].parse(decoded.ok ? decoded.value : undefined);
      const encoded = encode(parsed, defaultMaxFrameBytes);
      expect(encoded.ok && Buffer.compare(encoded.bytes, bytes)).toBe(0);
    },
  );
});
