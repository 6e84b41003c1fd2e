import { createBackend, startBudget, type DesktopBackend, type WindowRef } from "@beans-picker/desktop-process";
import { createLogger } from "@beans-picker/ipc";
import { z } from "zod";
import { median, rounded } from "../figures.js";

const lookMs = 60_000;
/** Each round measures all three one after the other, so that whatever else the machine does weighs on all alike. */
const rounds = 5;
const warmLooks = 3;

const log = createLogger("bench", "silent");

/** How one window was read. Times are medians in milliseconds. */
export interface Reading {
  /** Controls and texts of our snapshot, without what is in menus that are not open. */
  readonly nodes: number;
  /** Commands in menus that are not open. */
  readonly menus: number;
  /** Accessible objects that the window has, as far as is known. */
  readonly objects: number;
  /** Elements that the driver numbers in its answer: what has an action, shown or not, and not what only shows. */
  readonly driverNodes: number | null;
  /** `get_window_state` without a picture, called in this process; null when it was not asked. */
  readonly driverMs: number | null;
  /** A look with a new connection to the accessibility bus and the display. */
  readonly coldMs: number;
  /** The second and later looks on one connection, when nothing changed between them. */
  readonly warmMs: number;
  readonly complete: boolean;
  readonly reasons: readonly string[];
}

const elements = z.object({ elements: z.array(z.unknown()) });

export function budget(ms = lookMs) {
  return startBudget(new AbortController().signal, ms);
}

export function openNative(): DesktopBackend {
  return createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, log);
}

export function openDriver(): DesktopBackend {
  return createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "cua", CUA_DRIVER_BIN: "" }, log);
}

/** @param driver null to measure our own looks alone */
export async function measure(driver: DesktopBackend | null, window: WindowRef): Promise<Reading> {
  const args = { pid: window.pid, window_id: window.windowId, include_screenshot: false };
  const ask = () => driver?.callDriver("get_window_state", args, budget()) ?? Promise.resolve(null);
  const first = await ask();
  if (first?.isError === true) throw new Error(`get_window_state: ${first.code ?? "failed"}`);
  const times: Record<"driver" | "cold" | "warm", number[]> = { driver: [], cold: [], warm: [] };
  const native = openNative();
  try {
    // The first look is a cold one, and at the second an app may still be dealing with the first.
    for (let look = 0; look < 2; look += 1) await native.look(window, budget());
    let whole = true;
    let reasons: readonly string[] = [];
    let [nodes, menus, objects] = [0, 0, 0];
    for (let round = 0; round < rounds; round += 1) {
      times.driver.push(await timed(ask));
      const fresh = openNative();
      times.cold.push(
        await timed(async () => {
          const { snapshot } = await fresh.look(window, budget());
          whole &&= snapshot.completeness.complete;
          reasons = snapshot.completeness.reasons;
          [nodes, menus, objects] = [snapshot.nodes.length, snapshot.menus.length, snapshot.completeness.total ?? 0];
        }),
      );
      await fresh.close();
      for (let look = 0; look < warmLooks; look += 1) times.warm.push(await timed(() => native.look(window, budget())));
    }
    return {
      nodes,
      menus,
      objects,
      driverNodes: elements.safeParse(first?.structured).data?.elements.length ?? null,
      driverMs: driver === null ? null : rounded(median(times.driver)),
      coldMs: rounded(median(times.cold)),
      warmMs: rounded(median(times.warm)),
      complete: whole,
      reasons,
    };
  } finally {
    await native.close();
  }
}

async function timed(body: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await body();
  return performance.now() - startedAt;
}
