import { clientUnderPointer, type Display, type PressedOn, watchInput } from "@beans-picker/x11";
import { answerMs, type PersonInput } from "../causes.js";

/** More than a person can do in the time that counts. */
const mostInputs = 512;

/** What the person did lately. */
export interface Person {
  /** Null where input cannot be seen. */
  inputs(): Promise<readonly PersonInput[] | null>;
  readonly isSeen: boolean;
}

interface Noted extends Omit<PersonInput, "on" | "atMs"> {
  readonly seenMs: number;
  readonly on: Promise<PressedOn | null>;
}

/** Notes the input of the person's seat: when and of which kind, never which key. */
export async function watchPerson(
  display: Display,
  host: string,
  /** `toLocal` puts the server's times on the clock of `now`; it is the one that changes are dated by. */
  { now, toLocal }: { readonly now: () => number; readonly toLocal: (serverMs: number) => number },
): Promise<Person> {
  let noted: Noted[] = [];
  const stop = await watchInput(display, (press) => {
    const under = press.kind === "button" && press.down ? clientUnderPointer(display, host) : Promise.resolve(null);
    const on = under.catch(() => null);
    const { kind, down, chord, serverMs } = press;
    const seenMs = now();
    // Every event makes the clock better, this one too.
    toLocal(serverMs);
    noted = [...noted.filter((one) => seenMs - one.seenMs <= answerMs), { kind, down, chord, serverMs, seenMs, on }];
    noted = noted.slice(-mostInputs);
  });
  return {
    isSeen: stop !== null,
    async inputs() {
      if (stop === null) return null;
      // Dated only now, after the change that they are held against: so none of them seems later than what it did.
      const dated = noted.map(({ kind, down, chord, serverMs, on }) => {
        return { kind, down, chord, serverMs, on, atMs: toLocal(serverMs) };
      });
      return Promise.all(dated.map(async (one) => ({ ...one, on: await one.on })));
    },
  };
}
