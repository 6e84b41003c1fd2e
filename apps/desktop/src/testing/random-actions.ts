import type { Action, Role } from "@beans-picker/desktop";
import { type FixtureState, type FormState, type Sentinel, startSentinel } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../backend.js";
import { createBackend } from "../create-backend.js";
import { desktopEnv } from "./desktop.js";
import { ample, eventually } from "./scripted.js";

/*
 * Random actions on a real app. What each of them changed is read from the file that the app writes about itself; that it
 * changed nothing else, from the same file; that nothing reached the app in front, from the file of that app.
 */

/** One possible action: which control, and what it makes of the state. */
export interface Move<S> {
  readonly title: string;
  readonly find: (look: Look) => Action | undefined;
  readonly effect: (state: S) => Partial<S>;
  /** Codes with which it may be refused; then nothing at all may change. */
  readonly mayRefuse?: readonly string[];
}

export type Pick = <T>(from: readonly T[]) => T;

type OnNode<A> = A extends { handle?: number | undefined } ? Omit<A, "handle"> : never;

export const people = ["Ada Lovelace", "Alan Turing", "Grace Hopper"] as const;
export const plans = ["Free", "Pro", "Team"] as const;
export const sizes = ["Small", "Medium", "Large"] as const;
export const tabs = ["General", "Advanced", "About"] as const;
export const texts = ["", " ", "plain", "  Zoë ✓ 日本 😀  ", "e\u0301\u00a0x", "-1", "<b>&amp;</b>", "שלום עולם"];
export const bodies = [...texts, "a\nb", "\n\n ", "one\n\n  two 😀\n"];
export const numbers = [0, 1, 7, 42, 99];
export const percents = [0, 1, 30, 77, 100];

/** An action on the one control of a role and label, or on the one of that number among its look-alikes. */
export function on<S>(
  label: string,
  roles: Role | readonly Role[],
  action: OnNode<Action>,
  effect: Move<S>["effect"],
  { which, mayRefuse }: { which?: number; mayRefuse?: readonly string[] } = {},
): Move<S> {
  const wanted: readonly string[] = [roles].flat();
  return {
    title: `${action.kind} ${wanted.join("|")} ${label}${which === undefined ? "" : ` ${String(which)}`}`,
    effect,
    ...(mayRefuse !== undefined && { mayRefuse }),
    find: ({ snapshot }) => {
      const found = snapshot.nodes.filter((node) => wanted.includes(node.role) && node.label === label);
      const node = found[which ?? 0];
      return node === undefined || (which === undefined && found.length > 1)
        ? undefined
        : { ...action, handle: node.handle };
    },
  };
}

export function set<S>(label: string, role: Role, text: string, effect: Move<S>["effect"]): Move<S> {
  return on(label, role, { kind: "set_value", text }, effect);
}

/** A key to the window, wherever its focus is. */
export function key<S>(name: string, effect: Move<S>["effect"]): Move<S> {
  return { title: `key ${name}`, effect, find: () => ({ kind: "key", key: name }) };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface RandomApp<S> {
  readonly pid: number;
  readonly windowId: number;
  state(): Promise<S>;
  stop(): Promise<void>;
}

interface RandomTest<S extends FixtureState | FormState> {
  readonly name: string;
  readonly start: (options: { env: Record<string, string> }) => Promise<RandomApp<S>>;
  /** The possible actions with arguments picked anew. */
  readonly moves: (pick: Pick) => readonly Move<S>[];
  readonly seeds: readonly number[];
  readonly each: number;
}

/** What the app says of itself, without the record of how it came about. */
function content<S extends FixtureState | FormState>(state: S): S {
  return { ...state, events: [], active: false };
}

/** Waits for the app's record to say exactly this, and nothing else. */
async function settled<S extends FixtureState | FormState>(
  app: RandomApp<S>,
  known: S,
  message: string,
): Promise<void> {
  await expect.poll(async () => content(await app.state()), { timeout: 5_000, message }).toEqual(known);
}

export function describeRandomActions<S extends FixtureState | FormState>(test: RandomTest<S>): void {
  const { name, start, moves, seeds, each } = test;

  describe.runIf(process.platform === "linux")(`random actions on ${name}`, () => {
    const env = desktopEnv();
    let backend: DesktopBackend;
    let app: RandomApp<S>;
    let sentinel: Sentinel;

    beforeAll(async () => {
      app = await start({ env });
      sentinel = await startSentinel({ env });
      await sentinel.waitFor(({ active }) => active);
      const silent = createLogger("test", "silent");
      backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, silent);
      // A slow machine's app joins the accessibility bus a while after its window is there.
      await eventually(
        "the whole window",
        async () => (await backend.look(app, ample())).snapshot.completeness.complete,
        30_000,
      );
    });
    afterAll(async () => {
      await backend.close();
      await sentinel.stop();
      await app.stop();
    });

    it.each(seeds)(
      `do what was meant and nothing else, ${String(each)} of them with seed %i [native.one_control]`,
      async (seed) => {
        const next = randomNumbers(seed);
        const pick: Pick = (from) => {
          const chosen = from[Math.floor(next() * from.length)];
          if (chosen === undefined) throw new Error("nothing to pick from");
          return chosen;
        };
        let look = await backend.look(app, ample());
        let known = content(await app.state());
        let stale = false;
        let refused = 0;
        for (let step = 0; step < each; step += 1) {
          const move = pick(moves(pick));
          const message = `seed ${String(seed)}, step ${String(step)}: ${move.title}`;
          // Every other action is chosen from a look that is older than the action before it.
          if (!stale) look = await backend.look(app, ample());
          const chosenFromOld = stale;
          stale = next() < 0.5;
          let action = move.find(look);
          if (action === undefined && chosenFromOld) {
            look = await backend.look(app, ample());
            action = move.find(look);
          }
          if (action === undefined) throw new Error(`not in the window: ${message}`);
          // An action that changes nothing is still on its way into the app's record when its state is seen to be right.
          await settled(app, known, `before ${message}`);
          const performed = await backend.perform(look, action, ample());
          if (move.mayRefuse?.includes(performed.refusal?.code ?? "") === true) {
            refused += 1;
            expect(performed.delivery, message).toBe("not_delivered");
            continue;
          }
          expect(performed, `${message}: ${performed.refusal?.message ?? ""}`).toMatchObject({ delivery: "delivered" });
          known = { ...known, ...move.effect(known) };
          await settled(app, known, message);
        }
        const counts = `${String(each - refused)} landed, ${String(refused)} refused, 0 elsewhere`;
        console.log(`${name}, seed ${String(seed)}: ${counts}`);
      },
      240_000,
    );

    it("left the front window in front and sent it nothing [front.background]", async () => {
      const { active, text, events } = await sentinel.state();
      expect({ active, text }).toEqual({ active: true, text: "" });
      expect(events.map((event) => event.name).filter((event) => /^(focus-out|key|button)/.test(event))).toEqual([]);
      await expect.poll(async () => (await app.state()).active, { timeout: 5_000 }).toBe(false);
    });
  });
}
