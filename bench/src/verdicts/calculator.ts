import type { Sandbox } from "@beans-picker/sandbox";
import { startWitness } from "@beans-picker/fixture";
import type { Deed } from "./deed.js";
import type { Subject } from "./subject.js";

export interface CalculatorState {
  readonly windowId: number;
  readonly display: string;
}
export interface CalculatorValues {
  readonly display?: "0";
}

export const calculatorBase: CalculatorValues = { display: "0" };

/** galculator, whose display an independent witness reads. */
export async function startCalculator(sandbox: Sandbox): Promise<Subject<CalculatorState, CalculatorValues>> {
  const app = await sandbox.launch("galculator");
  const witness = await startWitness(app.pid, sandbox.env);
  const state = async (): Promise<CalculatorState> => ({
    windowId: witness.windowId,
    display: (await witness.text()).trim().split(/\s/u)[0] ?? "",
  });
  return {
    name: "galculator",
    windowIdOf: ({ windowId }) => windowId,
    window: {
      pid: app.pid,
      state,
      set: async ({ display }) => {
        if (display !== undefined) await witness.press("AC");
      },
      stop: async () => {
        await witness.close();
        await app.stop();
      },
    },
  };
}

const keyRoles = ["button", "toggle"] as const;

export function calculatorDeeds(pick: <T>(from: readonly T[]) => T): Deed<CalculatorState, CalculatorValues>[] {
  const digit = pick(["1", "4", "7", "9"]);
  const number = pick([["1", "2", "3"], ["7"], ["4", "0", "8", "1"], ["9", ".", "5"]]);
  const sum = pick([
    { keys: ["6", "*", "7", "="], result: "42" },
    { keys: ["8", "+", "9", "="], result: "17" },
  ]);
  const key = (label: string) => ({ key: label, handle: 0 });
  const shared = { undo: () => calculatorBase, lasting: true } as const;
  return [
    {
      ...shared,
      ...{ title: `Key ${digit}`, kind: "click", act: { kind: "click" } },
      spot: { roles: keyRoles, label: digit },
      neighbour: { roles: keyRoles, label: "8" },
      right: (_, now) => now.display === digit,
    },
    {
      ...shared,
      ...{ title: `Number ${number.join("")}`, kind: "keypad", act: { kind: "keypad", keys: number.map(key) } },
      spot: { roles: keyRoles, label: null },
      neighbour: { roles: keyRoles, label: null, act: { kind: "keypad", keys: [key("5"), key("3")] } },
      right: (_, now) => now.display === number.join(""),
    },
    {
      ...shared,
      ...{ title: `Sum ${sum.keys.join("")}`, kind: "keypad", act: { kind: "keypad", keys: sum.keys.map(key) } },
      spot: { roles: keyRoles, label: null },
      neighbour: { roles: keyRoles, label: null, act: { kind: "keypad", keys: [key("5"), key("3")] } },
      right: (_, now) => now.display === sum.result,
    },
  ];
}
