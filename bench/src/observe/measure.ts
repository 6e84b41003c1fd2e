import { createBackend, startBudget, type DesktopBackend, type WindowRef } from "@beans-picker/desktop-process";
import { createLogger } from "@beans-picker/ipc";
import { z } from "zod";
import { median, rounded } from "../figures.js";

const lookMs = 60_000;
const warmRounds = 7;
const coldRounds = 3;
const driverRounds = 5;

const log = createLogger("bench", "silent");

/** How one window was read. Times are medians in milliseconds. */
export interface Reading {
  /** Nodes of our snapshot and of the driver's answer. */
  readonly nodes: number;
  readonly driverNodes: number | null;
  /** `get_window_state` without a picture, called in this process. */
  readonly driverMs: number;
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

export async function measure(driver: DesktopBackend, window: WindowRef): Promise<Reading> {
  const args = { pid: window.pid, window_id: window.windowId, include_screenshot: false };
  const first = await driver.callDriver("get_window_state", args, budget());
  if (first.isError) throw new Error(`get_window_state: ${first.code ?? "failed"}`);
  const cold: number[] = [];
  for (let round = 0; round < coldRounds; round += 1) {
    const fresh = openNative();
    cold.push(await timed(() => fresh.look(window, budget())));
    await fresh.close();
  }
  const native = openNative();
  try {
    const { snapshot } = await native.look(window, budget());
    return {
      nodes: snapshot.nodes.length,
      driverNodes: elements.safeParse(first.structured).data?.elements.length ?? null,
      driverMs: await medianOf(driverRounds, () => driver.callDriver("get_window_state", args, budget())),
      coldMs: rounded(median(cold)),
      warmMs: await medianOf(warmRounds, () => native.look(window, budget())),
      complete: snapshot.completeness.complete,
      reasons: snapshot.completeness.reasons,
    };
  } finally {
    await native.close();
  }
}

async function medianOf(rounds: number, body: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(body));
  return rounded(median(times));
}

async function timed(body: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await body();
  return performance.now() - startedAt;
}
