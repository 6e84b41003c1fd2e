import { setTimeout as delay } from "node:timers/promises";
import {
  type CommandedWindow,
  startFixture,
  startGtk4Fixture,
  startQtFixture,
  startScrolled,
  startScrolledPage,
  startWebFixture,
} from "@beans-picker/fixture";
import type { Sandbox } from "@beans-picker/sandbox";
import { calculatorBase, calculatorDeeds, startCalculator } from "./calculator.js";
import type { Deed } from "./deed.js";
import { formBase, formDeeds } from "./deeds-forms.js";
import { scrolledBase, scrolledDeeds } from "./deeds-scrolled.js";
import { gtk3Base, gtk3Deeds } from "./deeds-gtk3.js";
import { faultsFor, randomNumbers, type AppFaults } from "./faults.js";
import type { Report } from "./outcome.js";
import { runCase } from "./run-case.js";
import type { Stage } from "./stage.js";
import type { Subject, SubjectWindow } from "./subject.js";
import { fileBase, fileDeeds, startEditor } from "./text-file-app.js";
import { anyTexts, savedTexts, typedTexts } from "./texts.js";

/** The fixtures, which record everything themselves, and apps that a witness keeps an eye on. */
export const toolkits = [
  "gtk3",
  "gtk4",
  "qt",
  "web",
  "galculator",
  "mousepad",
  "featherpad",
  "lists-gtk3",
  "lists-gtk4",
  "lists-qt",
  "lists-web",
] as const;
export type Toolkit = (typeof toolkits)[number];

export function isToolkit(word: string): word is Toolkit {
  return toolkits.some((toolkit) => toolkit === word);
}

/** How long an app is left alone before it is looked at, in milliseconds. */
const quietMs = 150;
/** Of the long list of the GTK 4 window; few exist at a time however many there are. */
const rows = 200;

/** One window that is asked for one thing after the other. */
export interface Lane {
  /** Brings the window back to where it began and asks for one thing: which, and what goes wrong, follows from the number. */
  run(at: number): Promise<Report>;
  close(): Promise<void>;
}

type Pick = <T>(from: readonly T[]) => T;

export async function openLane(toolkit: Toolkit, sandbox: Sandbox, stage: Stage, seed: number): Promise<Lane> {
  const env = { ...sandbox.env, GSK_RENDERER: "cairo" };
  const forms = { base: formBase, deeds: formDeeds, texts: toolkit === "web" ? typedTexts : anyTexts };
  switch (toolkit) {
    case "gtk3":
      return lane(
        stage,
        { name: toolkit, window: subject(await startFixture({ env }), {}), windowIdOf: (state) => state.windowId },
        { base: gtk3Base, deeds: gtk3Deeds, texts: anyTexts },
        seed,
      );
    case "gtk4":
    case "qt":
    case "web": {
      const start = {
        gtk4: () => startGtk4Fixture({ env, rows }),
        qt: () => startQtFixture({ env }),
        web: () => startWebFixture({ env }),
      }[toolkit];
      return lane(
        stage,
        { name: toolkit, window: subject(await start(), {}), windowIdOf: (state) => state.windowId },
        forms,
        seed,
      );
    }
    case "lists-gtk3":
    case "lists-gtk4":
    case "lists-qt":
    case "lists-web": {
      const start = {
        "lists-gtk3": () => startScrolled("gtk3", { env }),
        "lists-gtk4": () => startScrolled("gtk4", { env }),
        "lists-qt": () => startScrolled("qt", { env }),
        "lists-web": () => startScrolledPage({ env }),
      }[toolkit];
      // Only GTK 3 lets its lists be scrolled by a page in the background, whatever they hold.
      const deeds = scrolledDeeds(toolkit !== "lists-gtk3");
      return lane(
        stage,
        { name: toolkit, window: subject(await start(), {}), windowIdOf: (state) => state.windowId },
        { base: scrolledBase, deeds, texts: [], appFaults: "ticking" },
        seed,
      );
    }
    case "galculator":
      return lane(
        stage,
        await startCalculator(sandbox),
        { base: calculatorBase, deeds: calculatorDeeds, texts: [] },
        seed,
      );
    case "mousepad":
    case "featherpad":
      return lane(
        stage,
        await startEditor(toolkit, sandbox, `note-${seed}`),
        { base: fileBase, deeds: fileDeeds, texts: savedTexts },
        seed,
      );
  }
}

/** A window of a fixture. An order to set `nothing` is answered when everything before it is in the record. */
function subject<State, Values>(window: CommandedWindow<State, Values>, nothing: Values): SubjectWindow<State, Values> {
  return { ...window, commands: window, settle: () => window.set(nothing) };
}

interface Plan<State, Values> {
  readonly base: Values;
  readonly deeds: (pick: Pick, texts: readonly string[]) => readonly Deed<State, Values>[];
  readonly texts: readonly string[];
  /** What the app can be told to do by itself; by default all, if it takes commands. */
  readonly appFaults?: AppFaults;
}

function lane<State, Values>(
  stage: Stage,
  { window, windowIdOf, name }: Subject<State, Values>,
  { base, deeds, texts, appFaults = window.commands === undefined ? "none" : "all" }: Plan<State, Values>,
  seed: number,
): Lane {
  return {
    async run(at) {
      const random = randomNumbers(seed * 100_003 + at);
      const pick: Pick = (from) => {
        const chosen = from[Math.floor(random() * from.length)];
        if (chosen === undefined) throw new Error("nothing to pick from");
        return chosen;
      };
      const deed = pick(deeds(pick, texts));
      const fault = pick(faultsFor(deed, appFaults));
      const asked = { app: name, at, deed: deed.title, fault };
      await window.commands?.fault({ tick: 0, ...(appFaults === "all" && { dialog: false }) });
      await window.set(base);
      if (deed.opens === true) await window.commands?.fault({ untitled: true });
      // What is still on its way to the accessibility bus would be taken for an effect.
      await delay(quietMs);
      return { ...asked, ...(await runCase(stage, { window, windowIdOf, name }, deed, fault, random)) };
    },
    close: () => window.stop(),
  };
}
