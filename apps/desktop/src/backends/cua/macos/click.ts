import { isDestructiveNode } from "@beans-picker/candidates";
import type { Action, Modifier, Performed, Role, SnapshotNode } from "@beans-picker/desktop";
import type { CallBudget } from "../../../budget.js";
import { planClickMacos } from "../actions/click.js";
import { background } from "../actions/plan.js";
import { bindNode } from "../bind.js";
import type { Observation } from "../observe.js";
import { performSteps, sendCall } from "../perform.js";
import { isUncovered, readGeometry, safeCentre, toPicture } from "./geometry.js";
import { notConfirmed, notSent, type MacStage } from "./stage.js";

/** Pages rarely notice a press by accessibility on these. Source: beans-picker 0.5 seed. */
const webPixelRoles: ReadonlySet<Role> = new Set<Role>([
  "button",
  "link",
  "checkbox",
  "radio",
  "tab",
  "popup",
  "menubutton",
  "switch",
  "toggle",
  "text",
]);

type Press = Extract<Action, { kind: "click" | "toggle" | "select" }>;

/**
 * A press on macOS. With modifier keys only the pointer's own event carries them. On web pages the pointer comes first, elsewhere
 * the accessibility press; one that failed without a trace is followed by a click at the control's middle, if that is safe.
 */
export async function clickMacos(stage: MacStage, action: Press, budget: CallBudget): Promise<Performed> {
  const modifiers = "modifiers" in action ? (action.modifiers ?? []) : [];
  if (modifiers.length > 0) return await clickWithKeys(stage, action.handle, modifiers, budget);
  const node = stage.before.nodes.find(({ handle }) => handle === action.handle);
  let looked = false;
  if (stage.pixel && node !== undefined && node.inWeb && webPixelRoles.has(node.role)) {
    const clicked = await clickAt(stage, action.handle, [], budget, true);
    // Refused before anything was sent: the accessibility press is another way, not a second press.
    if (clicked !== undefined && clicked.delivery !== "not_delivered") return clicked;
    looked = true;
  }
  const pressed = await pressByAccessibility(
    // A look renews the driver's tokens.
    looked ? { ...stage, kept: undefined } : stage,
    action.handle,
    ("confirmed" in action && action.confirmed === true) || wasDestructive(stage, action.handle),
    budget,
  );
  if (pressed.refusal?.code !== "ax_action_failed") {
    return node?.role === "menuitem" ? await closeMenu(stage, pressed, budget) : pressed;
  }
  return await afterFailedPress(stage, action.handle, pressed, budget);
}

async function pressByAccessibility(
  stage: MacStage,
  handle: number,
  confirmed: boolean,
  budget: CallBudget,
): Promise<Performed> {
  return await performSteps(
    {
      driver: stage.driver,
      look: stage.look,
      kept: stage.kept,
      relook: "when_stale",
      plan: (now) => {
        const binding = bindNode(stage.before, handle, now);
        if (!binding.ok) return binding;
        // Found again after a stale token: its help may say something else by now.
        const again = now !== stage.kept && !confirmed && isDestructiveNode(now.snapshot, binding.bound.node.handle);
        const { refusal } = notConfirmed();
        return again && refusal !== undefined
          ? { ok: false, refusal }
          : planClickMacos(binding.bound, [], stage.window);
      },
    },
    budget,
  );
}

/** What needed consent in the look it was chosen from has it, or would not be here. */
function wasDestructive({ before }: MacStage, handle: number): boolean {
  return isDestructiveNode(before, handle);
}

/** The press "failed", which apps also say of one that they carried out. Only an unchanged window is pressed once more. */
async function afterFailedPress(
  stage: MacStage,
  handle: number,
  pressed: Performed,
  budget: CallBudget,
): Promise<Performed> {
  const now = await stage.look(budget).catch(() => undefined);
  if (now === undefined) return pressed;
  if (fingerprint(now) !== fingerprintOf(stage.before)) {
    return { delivery: "delivered", route: [...pressed.route, "ax_acted"] };
  }
  const clicked = stage.pixel ? await clickAt(stage, handle, [], budget, false) : undefined;
  return clicked === undefined ? pressed : { ...clicked, route: [...pressed.route, ...clicked.route] };
}

async function clickWithKeys(
  stage: MacStage,
  handle: number,
  modifiers: readonly Modifier[],
  budget: CallBudget,
): Promise<Performed> {
  if (!stage.pixel) return notSent("pixel_disabled");
  return (await clickAt(stage, handle, modifiers, budget, false)) ?? notSent("not_visible");
}

/** A click at the control's middle, found in a fresh look; `undefined` when no point of it is safe. */
async function clickAt(
  stage: MacStage,
  handle: number,
  modifiers: readonly Modifier[],
  budget: CallBudget,
  uncovered: boolean,
): Promise<Performed | undefined> {
  const [now, geometry] = [await stage.look(budget), await readGeometry(stage.driver, stage.window, budget)];
  const binding = findForPixel(stage, handle, now);
  if (binding === undefined || geometry === null) return undefined;
  const centre = safeCentre(binding, geometry);
  if (centre === undefined) return undefined;
  if ((uncovered || binding.inWeb) && !isUncovered(binding, centre, now.snapshot)) return undefined;
  const outcome = await sendCall(
    stage.driver,
    {
      tool: "click",
      args: {
        pid: stage.window.pid,
        window_id: stage.window.windowId,
        ...toPicture(centre, geometry),
        ...background,
        ...(modifiers.length > 0 ? { modifier: [...modifiers] } : {}),
      },
    },
    budget,
  );
  const { delivery, refusal, hint } = outcome;
  return {
    delivery,
    route:
      delivery === "not_delivered" ? [] : ["pixel", ...(modifiers.length > 0 ? [`mod:${modifiers.join("+")}`] : [])],
    ...(refusal === undefined ? {} : { refusal }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The same control in the fresh look. A text of a page has no token, and needs none for a click at its place. */
function findForPixel(stage: MacStage, handle: number, now: Observation): SnapshotNode | undefined {
  const found = bindNode(stage.before, handle, now);
  if (found.ok) return found.bound.node;
  const old = stage.before.nodes.find((node) => node.handle === handle);
  if (old?.role !== "text" || old.rawLabel === "") return undefined;
  const same = now.snapshot.nodes.filter(({ role, rawLabel }) => role === "text" && rawLabel === old.rawLabel);
  return same.length === 1 ? same[0] : undefined;
}

/** An item of a pop-up's own menu was pressed: a menu that stays open is closed with Escape, once. */
export async function closeMenu(stage: MacStage, pressed: Performed, budget: CallBudget): Promise<Performed> {
  if (pressed.delivery !== "delivered") return pressed;
  const now = await stage.look(budget).catch(() => undefined);
  if (now?.snapshot.modal?.role !== "menu") return pressed;
  const { pid, windowId } = stage.window;
  const outcome = await sendCall(
    stage.driver,
    { tool: "press_key", args: { pid, window_id: windowId, key: "escape", ...background } },
    budget,
  ).catch(() => undefined);
  return outcome === undefined || outcome.delivery === "not_delivered"
    ? pressed
    : { ...pressed, route: [...pressed.route, "escape"] };
}

/** Everything about a window that a press may change, for telling whether it did. */
function fingerprint({ snapshot }: Observation): string {
  return fingerprintOf(snapshot);
}

function fingerprintOf({ window, nodes, texts, modal }: Observation["snapshot"]): string {
  return JSON.stringify([
    window.title,
    window.otherWindows,
    modal?.label ?? null,
    nodes.map(({ role, label, value, states }) => [
      role,
      label,
      value,
      states.checked,
      states.selected,
      states.enabled,
    ]),
    texts.map(({ raw }) => raw),
  ]);
}
