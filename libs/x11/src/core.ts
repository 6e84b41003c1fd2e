import type { Rect } from "./geometry.js";
import { pair, readWords, request } from "./packet.js";
import type { Wire } from "./wire.js";

/** The questions of the core protocol that more than one part asks. All give null when the window is gone. */

const opcodes = {
  getWindowAttributes: 3,
  getGeometry: 14,
  queryTree: 15,
  queryPointer: 38,
  translateCoordinates: 40,
} as const;

export interface Attributes {
  readonly visual: number;
  readonly inputOnly: boolean;
  readonly viewable: boolean;
  readonly mapped: boolean;
  readonly overrideRedirect: boolean;
  /** The events that all clients together have asked for. */
  readonly allEvents: number;
}

const inputOnlyClass = 2;
const viewableState = 2;

export async function attributesOf(wire: Wire, window: number): Promise<Attributes | null> {
  const answer = await wire.ask(request(opcodes.getWindowAttributes, 0, [window]));
  if (answer === null) return null;
  const { data } = answer;
  const state = data.readUInt8(18);
  return {
    visual: data.readUInt32LE(0),
    inputOnly: data.readUInt16LE(4) === inputOnlyClass,
    viewable: state === viewableState,
    mapped: state !== 0,
    overrideRedirect: data.readUInt8(19) !== 0,
    allEvents: data.readUInt32LE(24),
  };
}

export interface Geometry {
  readonly depth: number;
  /** Without the border, relative to the parent's inside. */
  readonly area: Rect;
  readonly border: number;
}

export async function geometryOf(wire: Wire, window: number): Promise<Geometry | null> {
  const answer = await wire.ask(request(opcodes.getGeometry, 0, [window]));
  if (answer === null) return null;
  const { data, detail } = answer;
  const border = data.readUInt16LE(12);
  return {
    depth: detail,
    area: {
      x: data.readInt16LE(4) + border,
      y: data.readInt16LE(6) + border,
      width: data.readUInt16LE(8),
      height: data.readUInt16LE(10),
    },
    border,
  };
}

export interface Tree {
  readonly parent: number;
  /** From the bottom to the top. */
  readonly children: readonly number[];
}

export async function treeOf(wire: Wire, window: number): Promise<Tree | null> {
  const answer = await wire.ask(request(opcodes.queryTree, 0, [window]));
  if (answer === null) return null;
  const { data } = answer;
  return { parent: data.readUInt32LE(4), children: readWords(data, 24, data.readUInt16LE(8)) };
}

/** Where the inside of `window` begins, seen from the inside of `of`. */
export async function originOf(wire: Wire, window: number, of: number): Promise<{ x: number; y: number } | null> {
  const answer = await wire.ask(request(opcodes.translateCoordinates, 0, [window, of, pair(0, 0)]));
  if (answer === null) return null;
  return { x: answer.data.readInt16LE(4), y: answer.data.readInt16LE(6) };
}

/** Where the pointer of the first seat is. */
export async function pointerOf(wire: Wire, root: number): Promise<{ x: number; y: number } | null> {
  const answer = await wire.ask(request(opcodes.queryPointer, 0, [root]));
  if (answer === null) return null;
  return { x: answer.data.readInt16LE(8), y: answer.data.readInt16LE(10) };
}
