import { clientUnderPointer, type Display, type PressedOn, serverClock, watchInput } from "@beans-picker/x11";
import { answerMs, type PersonInput } from "../causes.js";

/** More than a person can do in the time that counts. */
const mostInputs = 512;

/** What the person did lately. */
export interface Person {
  /** Null where input cannot be seen. */
  inputs(): Promise<readonly PersonInput[] | null>;
  readonly isSeen: boolean;
}

interface Noted extends Omit<PersonInput, "on"> {
  readonly on: Promise<PressedOn | null>;
}

/** Notes the input of the person's seat: when and of which kind, never which key. */
export async function watchPerson(display: Display, host: string, now: () => number): Promise<Person> {
  let noted: Noted[] = [];
  const toLocal = serverClock(now);
  const stop = await watchInput(display, (press) => {
    const under = press.kind === "button" && press.down ? clientUnderPointer(display, host) : Promise.resolve(null);
    const on = under.catch(() => null);
    const { kind, down, chord, serverMs } = press;
    const atMs = toLocal(serverMs);
    noted = [...noted.filter((one) => atMs - one.atMs <= answerMs), { kind, down, chord, serverMs, atMs, on }];
    noted = noted.slice(-mostInputs);
  });
  return {
    isSeen: stop !== null,
    async inputs() {
      if (stop === null) return null;
      return Promise.all(noted.map(async (one) => ({ ...one, on: await one.on })));
    },
  };
}
