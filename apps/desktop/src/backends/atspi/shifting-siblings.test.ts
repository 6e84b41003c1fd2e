import { createLogger } from "@beans-picker/ipc";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { randomNumbers } from "../../testing/random-actions.js";
import { ample, eventually } from "../../testing/scripted.js";
import { startShifting, type Shifting } from "../../testing/shifting.js";

/** A button as the test knows it; its number is its own for ever, whatever it is called. */
interface Button {
  readonly number: number;
  label: string;
}

const names = ["Archive", "Copy", "Delete", "Edit", "Move", "Open", "Print", "Send"];
const fewest = 4;
const most = 9;

/*
 * Between the look and the action the siblings of a button, and sometimes the button itself, are inserted, removed and
 * renamed. What was pressed is what the app counted. Right is the button that was seen, as long as it has its name; when it
 * has gone or lost its name, the only one that has that name now; else none.
 */
describe.runIf(process.platform === "linux")("buttons whose siblings come, go and change their names", () => {
  let backend: DesktopBackend;
  let app: Shifting;

  beforeAll(() => {
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
  });
  afterEach(async () => {
    await app.stop();
  });

  it.each([1, 2, 3, 4])(
    "are pressed right or not at all, 250 times with seed %i [native.identity]",
    async (seed) => {
      app = await startShifting();
      const next = randomNumbers(seed);
      const below = (count: number): number => Math.floor(next() * count);
      const name = (): string => names[below(names.length)] ?? "Edit";
      const buttons: Button[] = [];
      let made = 0;

      const insert = async (): Promise<void> => {
        const at = below(buttons.length + 1);
        const label = name();
        await app.run("add", label, at);
        buttons.splice(at, 0, { number: made, label });
        made += 1;
      };
      const remove = async (button: Button): Promise<void> => {
        await app.run("remove", button.number);
        buttons.splice(buttons.indexOf(button), 1);
      };
      const rename = async (button: Button): Promise<void> => {
        const label = name();
        await app.run("rename", button.number, label);
        button.label = label;
      };
      const change = async (): Promise<void> => {
        const button = buttons[below(buttons.length)];
        const kind = buttons.length <= fewest ? 0 : buttons.length >= most ? 1 : below(3);
        if (kind === 0 || button === undefined) await insert();
        else if (kind === 1) await remove(button);
        else await rename(button);
      };
      while (buttons.length < fewest) await insert();

      const seenLabels = ({ snapshot }: Look): string[] =>
        snapshot.nodes.filter(({ role }) => role === "button").map(({ label }) => label);
      let pressed = 0;
      let refused = 0;
      for (let round = 0; round < 250; round += 1) {
        const message = `seed ${String(seed)}, round ${String(round)}`;
        let look: Look | undefined;
        await eventually(`${message}: the buttons as they are`, async () => {
          look = await backend.look(app.window(0), ample());
          return seenLabels(look).join() === buttons.map(({ label }) => label).join();
        });
        const at = below(buttons.length);
        const meant = buttons[at];
        const node = look?.snapshot.nodes.filter(({ role }) => role === "button")[at];
        if (look === undefined || meant === undefined || node === undefined) throw new Error(message);
        const { label } = meant;
        const before = [...app.presses()];
        for (let changes = 1 + below(3); changes > 0; changes -= 1) await change();

        const performed = await backend.perform(look, { kind: "click", handle: node.handle }, ample());
        await app.run("settle");
        const after = app.presses();
        const hit = after.flatMap((count, number) => (count === (before[number] ?? 0) ? [] : [number]));
        if (performed.delivery === "not_delivered") {
          refused += 1;
          expect(hit, message).toEqual([]);
          continue;
        }
        pressed += 1;
        expect(performed, message).toMatchObject({ delivery: "delivered" });
        const named = buttons.filter((button) => button.label === label).map(({ number }) => number);
        const right = named.includes(meant.number) ? [meant.number] : named.length === 1 ? named : [];
        expect(hit, message).toEqual(right);
        expect(after[hit[0] ?? -1], message).toBe((before[hit[0] ?? -1] ?? 0) + 1);
      }
      console.log(`seed ${String(seed)}: ${String(pressed)} pressed right, ${String(refused)} refused, 0 wrong`);
      expect(pressed).toBeGreaterThan(refused);
    },
    240_000,
  );
});
