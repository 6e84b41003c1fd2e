import type { Handlers } from "@beans-picker/ipc";
import type { DesktopContract } from "@beans-picker/protocol";
import type { DesktopBackend } from "./backend.js";
import { startBudget, type CallBudget } from "./budget.js";
import { lookForColours } from "./look-for-colours.js";
import { nodeAt } from "./point.js";
import { Lanes, Slots } from "./queue.js";
import type { SnapshotStore } from "./store.js";

/** Looks at windows run side by side up to this number; the driver gains nothing from more. Source: cua-driver 0.28 measurements. */
const READS_AT_ONCE = 4;
/** Part of the caller's time that is kept for the answer to travel, in ms. */
const ANSWER_MS = 50;

interface Context {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** The methods of the desktop contract on a back end and a snapshot store. Actions on one process run one after the other. */
export function createHandlers(backend: DesktopBackend, store: SnapshotStore): Handlers<DesktopContract> {
  const reads = new Slots(READS_AT_ONCE);
  const lanes = new Lanes();
  const read = async <T>(context: Context, work: (budget: CallBudget) => Promise<T>): Promise<T> => {
    const budget = budgetOf(context);
    return await reads.run(budget.signal, () => work(budget));
  };
  const act = async <T>(key: string, context: Context, work: (budget: CallBudget) => Promise<T>): Promise<T> => {
    const budget = budgetOf(context);
    return await lanes.run(key, budget.signal, () => work(budget));
  };

  return {
    "backend.describe": (_, context) => backend.describe(budgetOf(context)),
    "apps.list": async (_, context) => ({ apps: await read(context, (budget) => backend.listApps(budget)) }),
    "windows.list": async (filter, context) => ({
      windows: await read(context, (budget) => backend.listWindows(filter, budget)),
    }),
    "snapshot.take": async ({ owner, pid, windowId }, context) => {
      const look = await read(context, (budget) => backend.look({ pid, windowId }, budget));
      return { snapshotId: store.add(owner, look), snapshot: look.snapshot };
    },
    "snapshot.read": ({ owner, snapshotId }) => answer(() => ({ snapshot: store.read(owner, snapshotId).snapshot })),
    // Takes no place among the reads: it only waits.
    "snapshot.changed": async ({ owner, snapshotId, waitMs }, context) => ({
      changed: await backend.changed(store.read(owner, snapshotId), waitMs, budgetOf(context)),
    }),
    "snapshot.capture": async ({ owner, snapshotId }, context) => {
      const { snapshot } = store.read(owner, snapshotId);
      const { pid, windowId } = snapshot.window;
      const capture = await read(context, (budget) => backend.captureWindow({ pid, windowId }, budget));
      store.pictured(
        owner,
        snapshotId,
        capture.area === undefined ? null : { area: capture.area, scale: capture.scale },
      );
      return capture;
    },
    "snapshot.at": ({ owner, snapshotId, x, y }) =>
      answer(() => ({
        handle: nodeAt(store.read(owner, snapshotId).snapshot, store.pointOn(owner, snapshotId, x, y)),
      })),
    "snapshot.colours": async ({ owner, snapshotId }, context) => {
      const { snapshot } = store.read(owner, snapshotId);
      const seen = await read(context, (budget) => lookForColours(backend, snapshot, budget));
      if (seen === null) return { snapshotId, snapshot, colours: [] };
      return { snapshotId: store.add(owner, seen.look), snapshot: seen.look.snapshot, colours: seen.colours };
    },
    "owner.release": ({ owner }) =>
      answer(() => {
        store.release(owner);
        return {};
      }),
    "action.perform": async ({ owner, snapshotId, action }, context) => {
      // Used up on arrival, before it waits for its turn: of two calls at the same time only one can act.
      const look = store.use(owner, snapshotId);
      return await act(lane(look.snapshot.window.pid), context, (budget) => backend.perform(look, action, budget));
    },
    "window.capture": ({ pid, windowId }, context) =>
      read(context, (budget) => backend.captureWindow({ pid, windowId }, budget)),
    "screen.capture": ({ region }, context) => read(context, (budget) => backend.captureScreen(region ?? null, budget)),
    "window.setFrame": async ({ pid, windowId, frame }, context) => ({
      frame: await act(lane(pid), context, (budget) => backend.setWindowFrame({ pid, windowId }, frame, budget)),
    }),
    "clipboard.read": async (_, context) => {
      const { types, text } = await read(context, (budget) => backend.clipboardRead(budget));
      return { types: [...types], text };
    },
    "clipboard.write": async (item, context) => ({
      types: [...(await act("clipboard", context, (budget) => backend.clipboardWrite(item, budget)))],
    }),
    "app.launch": (request, context) => act("launch", context, (budget) => backend.launch(request, budget)),
    "driver.call": ({ tool, arguments: args }, context) =>
      act(lane(args["pid"]), context, (budget) => backend.callDriver(tool, args, budget)),
  };
}

/** The result of work that needs no waiting; what it throws is a rejection. */
function answer<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work);
}

/** Calls that name no process share one lane. */
function lane(pid: unknown): string {
  return typeof pid === "number" ? `pid ${pid}` : "no process";
}

function budgetOf({ signal, deadlineMs }: Context): CallBudget {
  return startBudget(signal, Math.max(1, deadlineMs - ANSWER_MS));
}
