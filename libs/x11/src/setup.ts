import handshake from "x11/lib/handshake.js";

/**
 * What an X server says of itself when a connection is made. The library reads it visual by visual and counts those it has
 * at each: 2 to 3 ms for the 380 of an ordinary server. Source: X11 protocol, "Connection Setup", and its encoding.
 */

export interface SetupVisual {
  readonly vid: number;
  readonly class: number;
  readonly red_mask: number;
  readonly green_mask: number;
  readonly blue_mask: number;
}

export interface SetupScreen {
  readonly root: number;
  readonly root_visual: number;
  readonly pixel_width: number;
  readonly pixel_height: number;
  readonly depths: Readonly<Record<string, Readonly<Record<string, SetupVisual>> | undefined>>;
}

/** The library's own names, as far as it or we use them. */
export interface Setup {
  readonly byte_order: 0;
  readonly resource_base: number;
  readonly resource_mask: number;
  readonly rsrc_shift: number;
  rsrc_id: number;
  readonly max_request_length: number;
  readonly image_byte_order: number;
  readonly min_keycode: number;
  readonly max_keycode: number;
  readonly vendor: string;
  readonly format: Readonly<Record<string, { readonly bits_per_pixel: number; readonly scanline_pad: number }>>;
  readonly screen: readonly SetupScreen[];
}

const fixedSize = 32;
const [formatSize, screenSize, depthSize, visualSize] = [8, 40, 8, 24];

/** Reads what follows the first eight bytes of an answer of success. Throws a RangeError when it is cut off. */
export function readSetup(data: Buffer): Setup {
  const vendorLength = data.readUInt16LE(16);
  const mask = data.readUInt32LE(8);
  let at = fixedSize + ((vendorLength + 3) & ~3);
  const format: Record<string, { bits_per_pixel: number; scanline_pad: number }> = {};
  for (let left = data.readUInt8(21); left > 0; left -= 1, at += formatSize) {
    const [bits_per_pixel, scanline_pad] = [data.readUInt8(at + 1), data.readUInt8(at + 2)];
    format[data.readUInt8(at)] = { bits_per_pixel, scanline_pad };
  }
  const screen: SetupScreen[] = [];
  for (let left = data.readUInt8(20); left > 0; left -= 1) {
    const depths: Record<string, Record<string, SetupVisual> | undefined> = {};
    const start = at;
    at += screenSize;
    for (let more = data.readUInt8(start + 39); more > 0; more -= 1) {
      const visuals = (depths[data.readUInt8(at)] ??= {});
      const count = data.readUInt16LE(at + 2);
      at += depthSize;
      for (let visual = 0; visual < count; visual += 1, at += visualSize) {
        const read = visualAt(data, at);
        visuals[read.vid] = read;
      }
    }
    screen.push({
      root: data.readUInt32LE(start),
      root_visual: data.readUInt32LE(start + 32),
      pixel_width: data.readUInt16LE(start + 20),
      pixel_height: data.readUInt16LE(start + 22),
      depths,
    });
  }
  return {
    byte_order: 0,
    resource_base: data.readUInt32LE(4),
    resource_mask: mask,
    rsrc_shift: mask === 0 ? 0 : 31 - Math.clz32(mask & -mask),
    rsrc_id: 0,
    max_request_length: data.readUInt16LE(18),
    image_byte_order: data.readUInt8(22),
    min_keycode: data.readUInt8(26),
    max_keycode: data.readUInt8(27),
    vendor: data.toString("latin1", fixedSize, fixedSize + vendorLength),
    format,
    screen,
  };
}

function visualAt(data: Buffer, at: number): SetupVisual {
  return {
    vid: data.readUInt32LE(at),
    class: data.readUInt8(at + 4),
    red_mask: data.readUInt32LE(at + 8),
    green_mask: data.readUInt32LE(at + 12),
    blue_mask: data.readUInt32LE(at + 16),
  };
}

const [failed, succeeded] = [0, 1];

/** Gives the next bytes of a stream as soon as they are there. */
export interface Bytes {
  get(count: number, take: (bytes: Buffer) => void): void;
}

/** Reads a server's answer to the connection: what it says of itself, or why it refuses. */
export function readAnswer(bytes: Bytes, done: (error: Error | null, setup?: Setup) => void): void {
  bytes.get(8, (head) => {
    const [status, reasonLength] = [head.readUInt8(0), head.readUInt8(1)];
    bytes.get(head.readUInt16LE(6) * 4, (data) => {
      if (status !== succeeded) {
        const reason =
          status === failed ? data.toString("latin1", 0, reasonLength).trim() : "it asks for more than a key";
        done(new Error(`X server connection failed: ${reason}`));
        return;
      }
      let setup: Setup;
      try {
        setup = readSetup(data);
      } catch {
        done(new Error("the X server did not describe itself as X servers do"));
        return;
      }
      done(null, setup);
    });
  });
}

/** The library's own reader, which ours must agree with. */
export const libraryReader: typeof readAnswer = handshake.readServerHello;

/** From now on the library reads its connections with ours. */
export function replaceReader(): void {
  handshake.readServerHello = readAnswer;
}
