import type { Snapshot } from "@beans-picker/desktop";
import { lookAt, type Look } from "./look.js";
import { judgeChooseOption } from "./rules/choose-option.js";
import { judgeClick } from "./rules/click.js";
import { judgeContextMenu } from "./rules/context-menu.js";
import { judgeDrag } from "./rules/drag.js";
import { judgeExpand } from "./rules/expand.js";
import { judgeInsert } from "./rules/insert.js";
import { judgeKey } from "./rules/key.js";
import { judgeKeypad } from "./rules/keypad.js";
import { judgeMenu } from "./rules/menu.js";
import { gather, type Finding } from "./rules/rule.js";
import { judgeScroll } from "./rules/scroll.js";
import { judgeScrollTo } from "./rules/scroll-to.js";
import { judgeSelect } from "./rules/select.js";
import { judgeSetValue } from "./rules/set-value.js";
import { judgeToggle } from "./rules/toggle.js";
import type { Change, Effect } from "./verdict.js";
import type { Watch } from "./watch.js";

/** A verdict on one look. */
export interface Judgement {
  readonly effect: Effect;
  /** Why, in one sentence without screen text. */
  readonly evidence: string;
  /** True when it rests on an exact reading of the target. */
  readonly exact: boolean;
  readonly change: Change;
  /** True when a later look cannot make it better: the effect is there, or the target can never be read. */
  readonly final: boolean;
  /** How long the effect has to be seen before it is believed, in milliseconds. */
  readonly stayMs: number;
  /** For a text that is not the wanted one: both. */
  readonly texts?: { readonly wanted: string; readonly held: string };
}

/**
 * Judges an action by one later snapshot. `done` always rests on the target itself, or on a window, dialog, popover or menu
 * that came or went; that something else changed is reported in `change` and proves nothing.
 */
export function judge(watch: Watch, after: Snapshot): Judgement {
  const [before, now] = [lookAt(watch.before), lookAt(after)];
  const { change, ...finding } = find(watch, before, now);
  return {
    effect: finding.effect,
    evidence: finding.evidence,
    exact: finding.exact ?? false,
    change,
    final: finding.effect === "done" || finding.blind === true,
    stayMs: finding.stayMs ?? 0,
    ...(finding.texts !== undefined && { texts: finding.texts }),
  };
}

function find({ action, target }: Watch, before: Look, after: Look): Finding & { change: Change } {
  switch (action.kind) {
    case "set_value":
      return apply(judgeSetValue, gather(action, before, after, target));
    case "type_into":
    case "append":
      return apply(judgeInsert, gather(action, before, after, target));
    case "choose_option":
      return apply(judgeChooseOption, gather(action, before, after, target));
    case "toggle":
      return apply(judgeToggle, gather(action, before, after, target));
    case "click":
      return apply(judgeClick, gather(action, before, after, target));
    case "select":
      return apply(judgeSelect, gather(action, before, after, target));
    case "expand":
      return apply(judgeExpand, gather(action, before, after, target));
    case "context_menu":
      return apply(judgeContextMenu, gather(action, before, after, target));
    case "keypad":
      return apply(judgeKeypad, gather(action, before, after, target));
    case "drag":
      return apply(judgeDrag, gather(action, before, after, target));
    case "menu":
      return apply(judgeMenu, gather(action, before, after, target));
    case "key":
      return apply(judgeKey, gather(action, before, after, target));
    case "scroll":
      return apply(judgeScroll, gather(action, before, after, target));
    case "scroll_to":
      return apply(judgeScrollTo, gather(action, before, after, target));
  }
}

function apply<E extends { change: Change }>(
  rule: (evidence: E) => Finding,
  evidence: E,
): Finding & { change: Change } {
  return { ...rule(evidence), change: evidence.change };
}
