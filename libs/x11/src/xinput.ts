import type { Display } from "./display.js";
import { pair, quad, readWords, request, text } from "./packet.js";

/** The requests of XInput 2 and XTEST that a second seat needs. Sources: XI2proto.h, XIproto.h, xtestproto.h. */

const xi = {
  getDeviceModifierMapping: 26,
  queryPointer: 40,
  warpPointer: 41,
  changeHierarchy: 43,
  queryVersion: 47,
  queryDevice: 48,
  addMaster: 1,
  removeMaster: 2,
  floatSlaves: 2,
  allDevices: 0,
} as const;
const xtest = { fakeInput: 2, deviceKeyPress: 1, deviceKeyRelease: 2 } as const;

/** Source: XI2.h. */
const uses = new Map([
  [1, "master_pointer"],
  [2, "master_keyboard"],
  [3, "slave_pointer"],
  [4, "slave_keyboard"],
  [5, "floating"],
] as const);
export type DeviceUse = "master_pointer" | "master_keyboard" | "slave_pointer" | "slave_keyboard" | "floating";

export interface Device {
  readonly id: number;
  readonly use: DeviceUse;
  /** A master's other half, or a slave's master. */
  readonly attachment: number;
  readonly name: string;
}

export interface SeatRequests {
  devices(): Promise<readonly Device[]>;
  /**
   * Makes a master pointer and a master keyboard; the server adds an XTEST pointer and an XTEST keyboard. Without core
   * events only apps that listen to XInput 2 see them, and no window manager's key grab is triggered by them.
   */
  addMaster(name: string): Promise<boolean>;
  removeMaster(id: number): Promise<boolean>;
  /** Moves a master pointer to a point of the screen. */
  warp(pointer: number, x: number, y: number): Promise<boolean>;
  /** Which child of `window` the master pointer is in; 0 when it is in none. */
  under(pointer: number, window: number): Promise<number | null>;
  key(keyboard: number, keycode: number, down: boolean): Promise<boolean>;
  /** The keycodes of each of the eight modifiers, from Shift to Mod5, on that keyboard. */
  modifiers(keyboard: number): Promise<readonly (readonly number[])[] | null>;
}

/** Null when the server has no XInput 2 or no XTEST. */
export async function seatRequests(display: Display): Promise<SeatRequests | null> {
  const [input, test] = await Promise.all([display.extension("XInputExtension"), display.extension("XTEST")]);
  if (input === null || test === null) return null;
  const version = await display.ask(request(input.opcode, xi.queryVersion, [pair(2, 2)]));
  if (version === null || version.data.readUInt16LE(0) < 2) return null;

  return {
    async devices() {
      const answer = await display.ask(request(input.opcode, xi.queryDevice, [pair(xi.allDevices, 0)]));
      return answer === null ? [] : devicesIn(answer.data);
    },
    addMaster(name) {
      const bytes = text(name);
      const words = 2 + Math.ceil(bytes.length / 4);
      const change = [quad(1, 0, 0, 0), pair(xi.addMaster, words), pair(bytes.length, quad(0, 1, 0, 0))];
      return display.order(request(input.opcode, xi.changeHierarchy, change, bytes));
    },
    removeMaster(id) {
      const change = [quad(1, 0, 0, 0), pair(xi.removeMaster, 3), pair(id, xi.floatSlaves), pair(0, 0)];
      return display.order(request(input.opcode, xi.changeHierarchy, change));
    },
    warp(pointer, x, y) {
      const where = [0, display.root, 0, 0, 0, fixed(x), fixed(y), pair(pointer, 0)];
      return display.order(request(input.opcode, xi.warpPointer, where));
    },
    async under(pointer, window) {
      const answer = await display.ask(request(input.opcode, xi.queryPointer, [window, pair(pointer, 0)]));
      return answer?.data.readUInt32LE(4) ?? null;
    },
    key(keyboard, keycode, down) {
      const type = input.firstEvent + (down ? xtest.deviceKeyPress : xtest.deviceKeyRelease);
      const event = [quad(type, keycode, 0, 0), 0, 0, 0, 0, 0, 0, quad(0, 0, 0, keyboard)];
      return display.order(request(test.opcode, xtest.fakeInput, event));
    },
    async modifiers(keyboard) {
      const answer = await display.ask(request(input.opcode, xi.getDeviceModifierMapping, [quad(keyboard, 0, 0, 0)]));
      if (answer === null) return null;
      const each = answer.data.readUInt8(0);
      return Array.from({ length: 8 }, (_, row) =>
        [...answer.data.subarray(24 + row * each, 24 + (row + 1) * each)].filter((keycode) => keycode !== 0),
      );
    },
  };
}

/** Sixteen bits before the point and sixteen behind it. */
function fixed(value: number): number {
  return Math.round(value) * 0x10000;
}

function devicesIn(data: Buffer): Device[] {
  const devices: Device[] = [];
  let at = 24;
  for (let left = data.readUInt16LE(0); left > 0 && at + 12 <= data.length; left -= 1) {
    const use = [...uses].find(([number]) => number === data.readUInt16LE(at + 2))?.[1];
    const nameLength = data.readUInt16LE(at + 8);
    const device = { id: data.readUInt16LE(at), attachment: data.readUInt16LE(at + 4) };
    let classes = data.readUInt16LE(at + 6);
    const name = data.toString("latin1", at + 12, at + 12 + nameLength);
    if (use !== undefined) devices.push({ ...device, use, name });
    at += 12 + ((nameLength + 3) & ~3);
    for (; classes > 0 && at + 4 <= data.length; classes -= 1) {
      const [head = 0] = readWords(data, at, 1);
      at += Math.max(1, head >>> 16) * 4;
    }
  }
  return devices;
}
