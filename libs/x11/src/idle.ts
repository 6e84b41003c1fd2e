import type { Display } from "./display.js";
import { quad, readWords, request } from "./packet.js";

/** Source: SYNC extension 3.1; the X.Org server counts for each device how long nothing came from it. */
const sync = { initialize: 0, listSystemCounters: 1, queryCounter: 5 } as const;

/** The user's own pointer and keyboard have these numbers. Source: XInput 2, "Virtual core pointer", "Virtual core keyboard". */
const ownDevices = ["DEVICEIDLETIME 2", "DEVICEIDLETIME 3"];

/** Asks how long the user's own pointer and keyboard have been still. What a second seat does, does not count. */
export interface IdleClock {
  /** In ms; null when the server does not count it. */
  idleMs(): Promise<number | null>;
}

export function idleClock(display: Display): IdleClock {
  let found: Promise<{ opcode: number; counters: readonly number[] } | null> | undefined;

  async function find(): Promise<{ opcode: number; counters: readonly number[] } | null> {
    const extension = await display.extension("SYNC");
    if (extension === null) return null;
    const { opcode } = extension;
    const version = await display.ask(request(opcode, sync.initialize, [quad(3, 1, 0, 0)]));
    const answer = version === null ? null : await display.ask(request(opcode, sync.listSystemCounters));
    const named = answer === null ? new Map<string, number>() : countersIn(answer.data);
    const counters = ownDevices.flatMap((name) => named.get(name) ?? []);
    return counters.length === 0 ? null : { opcode, counters };
  }

  return {
    async idleMs() {
      const known = await (found ??= find());
      if (known === null) return null;
      const times = await Promise.all(
        known.counters.map(async (counter) => {
          const answer = await display.ask(request(known.opcode, sync.queryCounter, [counter]));
          return answer === null ? null : answer.data.readInt32LE(0) * 2 ** 32 + answer.data.readUInt32LE(4);
        }),
      );
      const read = times.filter((time) => time !== null);
      return read.length === 0 ? null : Math.min(...read);
    },
  };
}

function countersIn(data: Buffer): Map<string, number> {
  const counters = new Map<string, number>();
  let at = 24;
  for (let left = data.readUInt32LE(0); left > 0 && at + 14 <= data.length; left -= 1) {
    const [counter = 0] = readWords(data, at, 1);
    const length = data.readUInt16LE(at + 12);
    counters.set(data.toString("latin1", at + 14, at + 14 + length), counter);
    at += (14 + length + 3) & ~3;
  }
  return counters;
}
