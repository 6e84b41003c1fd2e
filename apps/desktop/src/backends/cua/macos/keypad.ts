import type { KeypadKey, Performed } from "@beans-picker/desktop";
import type { CallBudget } from "../../../budget.js";
import { clickMacos } from "./click.js";
import { notSent, type MacStage } from "./stage.js";

/** Presses keys one after the other; each is found again by its identity. Stops at the first that cannot be pressed. */
export async function keypadMacos(stage: MacStage, keys: readonly KeypadKey[], budget: CallBudget): Promise<Performed> {
  if (keys.length === 0) return notSent("text_required");
  const route: string[] = [];
  for (const [index, { handle }] of keys.entries()) {
    // The tokens of the first look are spent by nothing but a look, so they serve for all keys.
    const pressed = await clickMacos(stage, { kind: "click", handle }, budget);
    route.push(...pressed.route);
    if (pressed.delivery === "delivered") continue;
    const { refusal } = pressed;
    return {
      delivery: index === 0 ? pressed.delivery : "uncertain",
      route: [...route, `key ${index + 1}/${keys.length}`],
      ...(refusal === undefined ? {} : { refusal: { ...refusal, retry: index === 0 && refusal.retry } }),
      ...(index === 0 ? {} : { hint: "partial" as const }),
    };
  }
  return { delivery: "delivered", route: [...new Set(route)] };
}
