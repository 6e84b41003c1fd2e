import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { checkPng, verifyPng } from "./png.js";
import { rejection } from "./testing/scripted.js";

function picture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(200);
  return PNG.sync.write(png);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function handMade(
  header: { width: number; height: number; depth?: number; colour?: number; interlace?: number },
  pixels: Buffer,
): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(header.width, 0);
  ihdr.writeUInt32BE(header.height, 4);
  ihdr.set([header.depth ?? 8, header.colour ?? 2, 0, 0, header.interlace ?? 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", ihdr), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function damaged(bytes: Buffer): Buffer {
  const at = bytes.length - 20;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

describe("pictures from the driver", () => {
  it("are accepted when they are whole, with their size", async () => {
    expect(await verifyPng(picture(31, 7))).toEqual({ width: 31, height: 7 });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a text", Buffer.from("not a picture, but long enough to be one".repeat(3))],
    ["bytes after the end", Buffer.concat([picture(3, 3), Buffer.from("tail")])],
    ["a cut end", picture(30, 30).subarray(0, 60)],
    ["more pixels than 64 Mi", handMade({ width: 70_000, height: 70_000 }, deflateSync(Buffer.alloc(10)))],
    ["a palette", handMade({ width: 1, height: 1, colour: 3 }, deflateSync(Buffer.alloc(2)))],
    ["interlacing", handMade({ width: 1, height: 1, interlace: 1 }, deflateSync(Buffer.alloc(4)))],
    ["16 bits", handMade({ width: 1, height: 1, depth: 16 }, deflateSync(Buffer.alloc(7)))],
    ["pixels that are not compressed data", handMade({ width: 2, height: 2 }, Buffer.from("rubbish"))],
    [
      "bytes after the compressed pixels",
      handMade({ width: 1, height: 1 }, Buffer.concat([deflateSync(Buffer.alloc(4)), Buffer.from("xx")])),
    ],
    ["more pixels than it says", handMade({ width: 1, height: 1 }, deflateSync(Buffer.alloc(1_000_000)))],
    ["an unknown filter", handMade({ width: 1, height: 1 }, deflateSync(Buffer.alloc(4, 9)))],
    ["a wrong checksum", damaged(picture(3, 3))],
    ["too few pixels", handMade({ width: 200, height: 200 }, deflateSync(Buffer.alloc(30)))],
  ])("are discarded when they hold %s [capture.checked]", async (_, bytes) => {
    expect(await rejection(verifyPng(bytes))).toMatchObject({ code: "unsafe_driver_output" });
  });

  it("are answered on whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(80), (noise, at) => {
        const bytes = picture(4, 4);
        expect(checkPng(noise).ok).toBe(false);
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        const whole = bytes.equals(picture(4, 4));
        expect(checkPng(bytes).ok).toBe(whole);
      }),
    );
  });
});
