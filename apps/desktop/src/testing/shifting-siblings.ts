import { type Sentinel, startSentinel } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../backend.js";
import { createBackend } from "../create-backend.js";
import { desktopEnv } from "./desktop.js";
import { randomNumbers } from "./random-actions.js";
import { ample, eventually } from "./scripted.js";
import { startShifting, type Shifting, type ShiftingKind } from "./shifting.js";

/** A control as the test knows it; its number is its own for ever, whatever it is called. */
interface Control {
  readonly number: number;
  readonly role: "button" | "checkbox";
  label: string;
}

const names = ["Archive", "Copy", "Delete", "Edit", "Move", "Open", "Print", "Send"];
const fewest = 4;
const most = 9;

export interface ShiftingTest {
  readonly kind: ShiftingKind;
  readonly name: string;
  readonly roles: readonly Control["role"][];
  readonly seeds: readonly number[];
  readonly rounds: number;
  /** How long a press may take to be counted after it was delivered, in ms. */
  readonly lateMs: number;
  /** How long the toolkit takes to tell of a change, in ms: until then nobody can know of it. */
  readonly tellsMs: number;
  /** Every so many ms the app does nothing for so many ms. */
  readonly stutter?: readonly [number, number];
}

/*
 * Between the look and the action the siblings of a control, and sometimes the control itself, are inserted, removed and
 * renamed. What was pressed is what the app counted. Right is the control that was seen, as long as it has its name; when it
 * has gone or lost its name, the only one of its role that has that name now; else none.
 */
export function describeShifting(test: ShiftingTest): void {
  const { kind, name, roles, seeds, rounds, lateMs, tellsMs, stutter } = test;
  const manner = stutter === undefined ? "" : ", in an app that stops again and again";

  describe.runIf(process.platform === "linux")(`${name} controls whose siblings change${manner}`, () => {
    let backend: DesktopBackend;
    let sentinel: Sentinel;
    let app: Shifting;

    beforeAll(async () => {
      sentinel = await startSentinel({ env: desktopEnv() });
      const env = { ...process.env, BEANS_PICKER_DRIVER: "native" };
      backend = createBackend("linux", env, createLogger("test", "silent"));
    });
    afterAll(async () => {
      await backend.close();
      await sentinel.stop();
    });
    afterEach(async () => {
      await app.stop();
    });

    it.each(seeds)(
      `are pressed right or not at all, ${String(rounds)} times with seed %i [native.identity]`,
      async (seed) => {
        app = await startShifting(kind);
        const next = randomNumbers(seed);
        const below = (count: number): number => Math.floor(next() * count);
        const some = <T>(from: readonly [T, ...T[]] | readonly T[], otherwise: T): T =>
          from[below(from.length)] ?? otherwise;
        const controls: Control[] = [];
        let made = 0;

        const insert = async (): Promise<void> => {
          const at = below(controls.length + 1);
          const label = some(names, "Edit");
          const role = some(roles, "button");
          await app.run(role === "button" ? "add" : "add_check", label, at);
          controls.splice(at, 0, { number: made, role, label });
          made += 1;
        };
        const remove = async (control: Control): Promise<void> => {
          await app.run("remove", control.number);
          controls.splice(controls.indexOf(control), 1);
        };
        const rename = async (control: Control): Promise<void> => {
          const label = some(names, "Edit");
          await app.run("rename", control.number, label);
          control.label = label;
        };
        const change = async (): Promise<void> => {
          const control = controls[below(controls.length)];
          const choice = controls.length <= fewest ? 0 : controls.length >= most ? 1 : below(3);
          if (choice === 0 || control === undefined) await insert();
          else if (choice === 1) await remove(control);
          else await rename(control);
        };
        while (controls.length < fewest) await insert();
        if (stutter !== undefined) await app.run("stutter", ...stutter);

        const shown = ({ snapshot }: Look) => {
          const all = snapshot.nodes.filter(
            ({ role, inWeb }) => (role === "button" || role === "checkbox") && (kind !== "web" || inWeb),
          );
          // Qt names its controls in the order in which they were made.
          return kind === "qt" ? all.sort((one, other) => (one.frame?.y ?? 0) - (other.frame?.y ?? 0)) : all;
        };
        const total = (): number => app.presses().reduce((sum, count) => sum + count, 0);
        let pressed = 0;
        let refused = 0;
        const codes = new Map<string, number>();
        let missed = 0;
        for (let round = 0; round < rounds; round += 1) {
          const message = `seed ${String(seed)}, round ${String(round)}`;
          let look: Look | undefined;
          const wanted = controls.map(({ role, label }) => `${role} ${label}`).join();
          await eventually(
            `${message}: ${wanted}`,
            async () => {
              look = await backend.look(app.window(0), ample());
              return (
                wanted ===
                shown(look)
                  .map(({ role, label }) => `${role} ${label}`)
                  .join()
              );
            },
            20_000,
          );
          const at = below(controls.length);
          const meant = controls[at];
          const node = look === undefined ? undefined : shown(look)[at];
          if (look === undefined || meant === undefined || node === undefined) throw new Error(message);
          const { label, role } = meant;
          const before = [...app.presses()];
          const pressesBefore = total();
          for (let changes = 1 + below(3); changes > 0; changes -= 1) await change();
          if (tellsMs > 0) await new Promise((resolve) => setTimeout(resolve, tellsMs));

          const performed = await backend.perform(look, { kind: "click", handle: node.handle }, ample());
          const isSent = performed.delivery !== "not_delivered";
          if (isSent) await eventually("the press", () => total() > pressesBefore, lateMs).catch(() => undefined);
          await app.run("settle");
          const after = app.presses();
          const hit = after.flatMap((count, number) => (count === (before[number] ?? 0) ? [] : [number]));
          if (!isSent) {
            refused += 1;
            const { code = "" } = performed.refusal ?? {};
            codes.set(code, (codes.get(code) ?? 0) + 1);
            expect(hit, message).toEqual([]);
            continue;
          }
          const named = controls
            .filter((control) => control.label === label && control.role === role)
            .map(({ number }) => number);
          const right = named.includes(meant.number) ? [meant.number] : named.length === 1 ? named : [];
          if (hit.length === 0) {
            missed += 1;
            continue;
          }
          pressed += 1;
          expect(hit, `${message}: ${role} ${label}`).toEqual(right);
          expect(total(), message).toBe(pressesBefore + 1);
        }
        const why = [...codes].map(([code, count]) => `${String(count)} ${code}`).join(", ");
        const counts = `${String(pressed)} pressed right, ${String(refused)} refused (${why}), ${String(missed)} without effect`;
        console.log(`${name}, seed ${String(seed)}: ${counts}, 0 wrong`);
        expect(pressed).toBeGreaterThan(refused + missed);
      },
      300_000,
    );
  });
}
