import type { XDisplay, XScreen } from "x11";
import { pair, quad, readWords, request, text } from "./packet.js";
import type { Property } from "./property.js";
import type { Wire } from "./wire.js";

/** How the server lays out the pixels of one colour depth. */
export interface PixelFormat {
  readonly bitsPerPixel: number;
  /** Every line starts at a multiple of this many bits. */
  readonly scanlinePad: number;
}

/** Which bits of a pixel hold which colour. */
export interface Visual {
  readonly trueColor: boolean;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** What the server said about itself when the connection was made. */
export interface ServerFacts {
  readonly pixelFormats: ReadonlyMap<number, PixelFormat>;
  readonly visuals: ReadonlyMap<number, Visual>;
  readonly highByteFirst: boolean;
  readonly keycodes: { readonly first: number; readonly last: number };
}

export interface Extension {
  readonly opcode: number;
  readonly firstEvent: number;
}

/** A connection to an X server. Every question rejects once the connection is lost. */
export interface Display extends Wire {
  readonly root: number;
  readonly server: ServerFacts;
  /** Null when the server does not give the number. */
  atom(name: string): Promise<number | null>;
  /** Null when the server does not have it. */
  extension(name: string): Promise<Extension | null>;
  /** The first `words` 32-bit words of a property of any type; null when the window or its property does not exist. */
  property(window: number, name: string, words: number): Promise<Property | null>;
  exists(window: number): Promise<boolean>;
  /** Asks at once for the numbers of names, and for what {@link clientPids} needs, so that nobody waits for them later. */
  prepare(names: readonly string[]): void;
  /** The processes that the server knows to have made the windows; windows it cannot tell about are left out. */
  clientPids(windows: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Calls `listener` whenever the root window's property is written, with the server's time in milliseconds. */
  onRootProperty(name: string, listener: (serverMs: number) => void): Promise<void>;
  /** Calls `listener` with the events of `mask` that happen at the root window until the returned function is called. */
  watchRoot(mask: number, listener: (event: Buffer) => void): () => void;
  /** Asks for the events of `mask` of another window, in place of those asked for before; false when it is gone. */
  selectEvents(window: number, mask: number): Promise<boolean>;
  /** Resolves when the server hung up or `close` was called. */
  readonly lost: Promise<void>;
  close(): void;
}

const opcodes = { changeWindowAttributes: 2, internAtom: 16, getProperty: 20, queryExtension: 98 } as const;
const anyType = 0;
/** Some predefined atom (WM_NAME); whether the window has it does not matter. */
const anyProperty = 39;
const eventMaskValue = 1 << 11;
const propertyChangeMask = 1 << 22;
const propertyNotify = 28;
const trueColorClass = 4;
/** Source: X-Resource extension 1.2, QueryClientIds. */
const resource = { queryVersion: 0, queryClientIds: 4, localClientPid: 2 } as const;

export function displayOf(
  wire: Wire,
  opened: XDisplay,
  screen: XScreen,
  lost: Promise<void>,
  end: () => void,
): Display {
  const root = screen.root;

  const atoms = new Map<string, Promise<number | null>>();
  function atom(name: string): Promise<number | null> {
    const known = atoms.get(name);
    if (known !== undefined) return known;
    const asked = wire
      .ask(request(opcodes.internAtom, 0, [pair(name.length, 0)], text(name)))
      .then((answer) => answer?.data.readUInt32LE(0) ?? null);
    atoms.set(name, asked);
    return asked;
  }

  const extensions = new Map<string, Promise<Extension | null>>();
  function extension(name: string): Promise<Extension | null> {
    const known = extensions.get(name);
    if (known !== undefined) return known;
    const asked = wire
      .ask(request(opcodes.queryExtension, 0, [pair(name.length, 0)], text(name)))
      .then((answer) =>
        answer === null || answer.data.readUInt8(0) === 0
          ? null
          : { opcode: answer.data.readUInt8(1), firstEvent: answer.data.readUInt8(2) },
      );
    extensions.set(name, asked);
    return asked;
  }

  let resources: Promise<Extension | null> | undefined;
  /** The extension, when it is of a version that can tell processes. */
  function clientIds(): Promise<Extension | null> {
    resources ??= extension("X-Resource").then(async (found) => {
      if (found === null) return null;
      const version = await wire.ask(request(found.opcode, resource.queryVersion, [quad(1, 2, 0, 0)]));
      if (version === null) return null;
      const [major, minor] = [version.data.readUInt16LE(0), version.data.readUInt16LE(2)];
      return major > 1 || (major === 1 && minor >= 2) ? found : null;
    });
    return resources;
  }

  /** Who wants which of the root's events; the server keeps one mask for the connection. */
  const rootMasks = new Set<{ readonly mask: number }>();
  function selectRoot(): void {
    const mask = [...rootMasks].reduce((all, one) => all | one.mask, 0);
    void wire.order(request(opcodes.changeWindowAttributes, 0, [root, eventMaskValue, mask])).catch(() => undefined);
  }
  function watchRoot(mask: number, listener: (event: Buffer) => void): () => void {
    const wanted = { mask };
    rootMasks.add(wanted);
    const stop = wire.onEvent(listener);
    selectRoot();
    return () => {
      stop();
      if (rootMasks.delete(wanted)) selectRoot();
    };
  }

  return {
    ...wire,
    root,
    server: serverFacts(opened),
    atom,
    extension,
    watchRoot,
    selectEvents: (window, mask) =>
      wire.order(request(opcodes.changeWindowAttributes, 0, [window, eventMaskValue, mask])),
    lost,
    close: end,
    async property(window, name, words) {
      const id = await atom(name);
      if (id === null) return null;
      const answer = await wire.ask(request(opcodes.getProperty, 0, [window, id, anyType, 0, words]));
      return answer === null ? null : propertyIn(answer.detail, answer.data);
    },
    async exists(window) {
      const answer = await wire.ask(request(opcodes.getProperty, 0, [window, anyProperty, anyType, 0, 0]));
      return answer !== null;
    },
    prepare(names) {
      for (const asked of [...names.map(atom), clientIds()]) asked.catch(() => undefined);
    },
    async clientPids(windows) {
      const found = windows.length === 0 ? null : await clientIds();
      if (found === null) return new Map();
      const specs = windows.flatMap((window) => [window, resource.localClientPid]);
      const answer = await wire.ask(request(found.opcode, resource.queryClientIds, [windows.length, ...specs]));
      return answer === null ? new Map() : pidsIn(answer.data, windows, opened);
    },
    async onRootProperty(name, listener) {
      const id = await atom(name);
      watchRoot(propertyChangeMask, (event) => {
        if ((event.readUInt8(0) & 0x7f) !== propertyNotify) return;
        if (event.readUInt32LE(4) === root && event.readUInt32LE(8) === id) listener(event.readUInt32LE(12));
      });
    },
  };
}

function propertyIn(format: number, data: Buffer): Property | null {
  if (format !== 8 && format !== 16 && format !== 32) return null;
  const bytes = data.readUInt32LE(8) * (format / 8);
  return { type: data.readUInt32LE(0), format, data: data.subarray(24, 24 + bytes) };
}

/** The server names each client once, by the base of its numbers; `windows` are sorted to it by that. */
function pidsIn(data: Buffer, windows: readonly number[], { resource_mask }: XDisplay): ReadonlyMap<number, number> {
  const pids = new Map<number, number>();
  let at = 24;
  for (let left = data.readUInt32LE(0); left > 0 && at + 12 <= data.length; left -= 1) {
    const [client = 0, mask = 0, length = 0] = readWords(data, at, 3);
    const [pid] = readWords(data, at + 12, 1);
    if (mask === resource.localClientPid && length >= 4 && pid !== undefined) pids.set(base(client), pid);
    at += 12 + length;
  }
  const known = windows.flatMap((window): [number, number][] => {
    const pid = pids.get(base(window));
    return pid === undefined ? [] : [[window, pid]];
  });
  return new Map(known);

  function base(id: number): number {
    return (id & ~resource_mask) >>> 0;
  }
}

function serverFacts(opened: XDisplay): ServerFacts {
  const formats = Object.entries(opened.format).map(([depth, { bits_per_pixel, scanline_pad }]) => {
    return [Number(depth), { bitsPerPixel: bits_per_pixel, scanlinePad: scanline_pad }] as const;
  });
  const visuals = opened.screen
    .flatMap(({ depths }) => Object.values(depths).flatMap((ofDepth) => Object.values(ofDepth)))
    .map((visual) => {
      const { red_mask: red, green_mask: green, blue_mask: blue } = visual;
      return [visual.vid, { trueColor: visual.class === trueColorClass, red, green, blue }] as const;
    });
  return {
    pixelFormats: new Map(formats),
    visuals: new Map(visuals),
    highByteFirst: opened.image_byte_order === 1,
    keycodes: { first: opened.min_keycode, last: opened.max_keycode },
  };
}
