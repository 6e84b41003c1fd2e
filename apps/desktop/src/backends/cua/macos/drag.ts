import { isDestructiveNode } from "@beans-picker/candidates";
import type { Action, Performed } from "@beans-picker/desktop";
import type { CallBudget } from "../../../budget.js";
import { background } from "../actions/plan.js";
import { bindNode } from "../bind.js";
import { sendCall } from "../perform.js";
import { fromPicture, isSafe, isUncovered, nodesAt, readGeometry, safeCentre, toPicture } from "./geometry.js";
import { notConfirmed, notSent, type MacStage } from "./stage.js";

type Drag = Extract<Action, { kind: "drag" }>;

/**
 * Drags from a control's middle to another's, or by an offset in pixels of the window's picture. Both ends come from a fresh look
 * and must be visible points of this very window; nothing is sent otherwise.
 */
export async function dragMacos(
  stage: MacStage,
  { handle, to, confirmed }: Drag,
  budget: CallBudget,
): Promise<Performed> {
  if (!stage.pixel) return notSent("pixel_disabled");
  const now = await stage.look(budget);
  const source = bindNode(stage.before, handle, now);
  if (!source.ok) return { delivery: "not_delivered", route: [], refusal: source.refusal };
  const target = "handle" in to ? bindNode(stage.before, to.handle, now) : undefined;
  if (target?.ok === false) return { delivery: "not_delivered", route: [], refusal: target.refusal };
  const geometry = await readGeometry(stage.driver, stage.window, budget);
  const from = geometry === null ? undefined : safeCentre(source.bound.node, geometry);
  if (geometry === null || from === undefined) return notSent("not_visible");
  const start = toPicture(from, geometry);
  const end = "dx" in to ? { x: start.x + to.dx, y: start.y + to.dy } : undefined;
  const aim =
    end === undefined
      ? target === undefined
        ? undefined
        : safeCentre(target.bound.node, geometry)
      : fromPicture(end, geometry);
  if (aim === undefined || !isSafe(aim, geometry)) return notSent("not_visible");
  for (const point of [from, aim]) {
    const under = nodesAt(point, now.snapshot);
    // An overlay of a page lies over what is under it in the same window.
    if (under.some((node) => node.inWeb && !isUncovered(node, point, now.snapshot))) return notSent("not_visible");
    if (confirmed !== true && under.some((node) => isDestructiveNode(now.snapshot, node.handle))) {
      return notConfirmed();
    }
  }
  const finish = toPicture(aim, geometry);
  const outcome = await sendCall(
    stage.driver,
    {
      tool: "drag",
      args: {
        pid: stage.window.pid,
        window_id: stage.window.windowId,
        from_x: start.x,
        from_y: start.y,
        to_x: finish.x,
        to_y: finish.y,
        ...background,
      },
    },
    budget,
  );
  const { delivery, route, refusal, hint } = outcome;
  return {
    delivery,
    route: route === undefined ? [] : [route],
    ...(refusal === undefined ? {} : { refusal }),
    ...(hint === undefined ? {} : { hint }),
  };
}
