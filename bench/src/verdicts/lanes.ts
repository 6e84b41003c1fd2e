import { setTimeout as delay } from "node:timers/promises";
import { startFixture, startGtk4Fixture, startQtFixture, startWebFixture } from "@beans-picker/fixture";
import type { Deed } from "./deed.js";
import { formBase, formDeeds } from "./deeds-forms.js";
import { gtk3Base, gtk3Deeds } from "./deeds-gtk3.js";
import type { FaultName } from "./faults.js";
import type { Report } from "./outcome.js";
import { runCase, type Subject } from "./run-case.js";
import type { Stage } from "./stage.js";

export const toolkits = ["gtk3", "gtk4", "qt", "web"] as const;
export type Toolkit = (typeof toolkits)[number];

export function isToolkit(word: string): word is Toolkit {
  return toolkits.some((toolkit) => toolkit === word);
}

/** How long an app is left alone before it is looked at, in milliseconds. */
const quietMs = 150;

/** One window that is asked for one thing after the other. */
export interface Lane {
  /** Brings the window back to where it began and asks for one thing. */
  run(fault: FaultName): Promise<Report>;
  /** What was asked for last. */
  last(): string;
  close(): Promise<void>;
}

type Pick = <T>(from: readonly T[]) => T;
type Env = Record<string, string>;

/** Outer spaces for trimming, double ones and marks for normalising; all are text that a field must keep. */
const anyTexts = [
  "  Zoe\u0308  and  日本 😀  ",
  " a  b ",
  " e\u0301  \u00a0x ",
  "  -1  0 ",
  " <b>  &amp;</b> ",
  " Ada  Lovelace ",
];
/** Only what is on a keyboard, for fields that take keys alone. */
const typedTexts = [" a  b ", "  Ada  Lovelace 1815 ", " x  (y)  z "];

export async function openLane(toolkit: Toolkit, env: Env, stage: Stage, random: () => number): Promise<Lane> {
  const forms = { base: formBase, deeds: formDeeds, texts: anyTexts, lagMs: 0 };
  switch (toolkit) {
    case "gtk3":
      return lane(
        stage,
        { name: toolkit, window: await startFixture({ env }), windowIdOf: (state) => state.windowId, lagMs: 0 },
        { base: gtk3Base, deeds: gtk3Deeds, texts: anyTexts },
        random,
      );
    case "gtk4":
    case "qt":
    case "web": {
      const start = { gtk4: startGtk4Fixture, qt: startQtFixture, web: startWebFixture }[toolkit];
      return lane(
        stage,
        // The page sends its record to a server.
        {
          name: toolkit,
          window: await start({ env }),
          windowIdOf: (state) => state.windowId,
          lagMs: toolkit === "web" ? 1_500 : 0,
        },
        { ...forms, texts: toolkit === "web" ? typedTexts : anyTexts },
        random,
      );
    }
  }
}

interface Plan<State, Values> {
  readonly base: Values;
  readonly deeds: (pick: Pick, texts: readonly string[]) => readonly Deed<State, Values>[];
  readonly texts: readonly string[];
}

function lane<State, Values>(
  stage: Stage,
  subject: Subject<State, Values>,
  { base, deeds, texts }: Plan<State, Values>,
  random: () => number,
): Lane {
  const pick: Pick = (from) => {
    const chosen = from[Math.floor(random() * from.length)];
    if (chosen === undefined) throw new Error("nothing to pick from");
    return chosen;
  };
  let last = "";
  return {
    async run(fault) {
      const deed = pick(deeds(pick, texts));
      last = deed.title;
      await subject.window.fault({ tick: 0, dialog: false });
      await subject.window.set(base);
      if (deed.opens === true) await subject.window.fault({ untitled: true });
      // What is still on its way to the accessibility bus would be taken for an effect.
      await delay(quietMs);
      return await runCase(stage, subject, deed, fault, random);
    },
    last: () => last,
    close: () => subject.window.stop(),
  };
}
