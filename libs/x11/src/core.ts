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
  getInputFocus: 43,
  getModifierMapping: 119,
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

/** Where the pointer of the first seat is, and which child of `window` it is in (0 when in none). */
export async function pointerOf(wire: Wire, window: number): Promise<{ x: number; y: number; child: number } | null> {
  const answer = await wire.ask(request(opcodes.queryPointer, 0, [window]));
  if (answer === null) return null;
  const { data } = answer;
  return { x: data.readInt16LE(8), y: data.readInt16LE(10), child: data.readUInt32LE(4) };
}

/** The window that the keys of the first seat go to: 0 for none, 1 for the one under the pointer; null when it is not said. */
export async function inputFocusOf(wire: Wire): Promise<number | null> {
  const answer = await wire.ask(request(opcodes.getInputFocus, 0));
  return answer === null ? null : answer.data.readUInt32LE(0);
}

/** The keycodes of each of the eight modifiers, Shift, Lock, Control, Mod1 to Mod5, of the first seat. */
export async function modifierKeycodes(wire: Wire): Promise<readonly (readonly number[])[]> {
  const answer = await wire.ask(request(opcodes.getModifierMapping, 0));
  if (answer === null) return [];
  const each = answer.detail;
  return Array.from({ length: 8 }, (_, row) =>
    [...answer.data.subarray(24 + row * each, 24 + (row + 1) * each)].filter((keycode) => keycode !== 0),
  );
}
