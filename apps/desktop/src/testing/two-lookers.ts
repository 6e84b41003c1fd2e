import type { Snapshot } from "@beans-picker/desktop";
import { createLogger } from "@beans-picker/ipc";
import type { WindowRef } from "../backend.js";
import { openAccessibility } from "../backends/atspi/bus/index.js";
import { X11Desk } from "../backends/atspi/desk-x11.js";
import { KeptLooks } from "../backends/atspi/kept-looks.js";
import { observe, type Eyes, type Sight } from "../backends/atspi/observe.js";
import { ample } from "./scripted.js";

/** One who looks again and again and keeps what need not be read, and one who always reads everything. */
export interface TwoLookers {
  /** `kept`: the window was not read again. */
  look(window: WindowRef): Promise<{ readonly snapshot: Snapshot; readonly kept: boolean }>;
  lookFresh(window: WindowRef): Promise<Snapshot>;
  /** Something is about to be done to an app. */
  expectChange(): void;
  close(): Promise<void>;
}

export async function openTwoLookers(env: Record<string, string>): Promise<TwoLookers> {
  const log = createLogger("test", "silent");
  const [keeping, fresh] = await Promise.all([openAccessibility(env, log), openAccessibility(env, log)]);
  const desk = new X11Desk({ env, platform: "linux", assertSession: () => undefined });
  let readings = 0;
  const counted: Sight = {
    applications: (budget, pid) => keeping.applications(budget, pid),
    topLevels: (app, budget) => keeping.topLevels(app, budget),
    told: (apps) => keeping.told(apps),
    isCurrent: (reading, undrawn, budget) => keeping.isCurrent(reading, undrawn, budget),
    read: (...args) => {
      readings += 1;
      return keeping.read(...args);
    },
  };
  const whole: Sight = {
    applications: (budget, pid) => fresh.applications(budget, pid),
    topLevels: (app, budget) => fresh.topLevels(app, budget),
    told: (apps) => fresh.told(apps),
    isCurrent: () => Promise.resolve(false),
    read: (...args) => fresh.readFresh(...args),
  };
  const eyesWith = (accessibility: Sight): Eyes => ({ accessibility, desk, absent: new Set(), kept: new KeptLooks() });
  const eyes = eyesWith(counted);
  return {
    async look(window) {
      const before = readings;
      const { snapshot } = await observe(eyes, window, ample());
      return { snapshot, kept: readings === before };
    },
    async lookFresh(window) {
      return (await observe(eyesWith(whole), window, ample())).snapshot;
    },
    expectChange: () => keeping.expectChange(),
    async close() {
      await Promise.all([keeping.close(), fresh.close(), desk.close()]);
    },
  };
}
