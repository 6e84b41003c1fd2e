import { refuse } from "../../../bind.js";
import type { Target } from "../bind.js";
import type { Plan } from "../steps.js";
import { focusStep } from "./focus.js";
import { keysOnStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** Characters that are commands as keys, such as Tab; a line break has a way of its own. */
const command = /^(?!\n)\p{Cc}$/u;
/** Longest text that is typed key by key, in characters. */
const LONGEST = 5_000;
/** How long typing may take, in ms: some, and so much for each character. */
const TYPING_MS = 4_000;
const CHARACTER_MS = 60;

/**
 * Replaces the text of a field that cannot be written from outside: the focus inside its window, all selected, typed over.
 * A line break is typed as Shift and Return, and in fields of several lines only: Return alone may submit a form.
 */
export function planTyping(stage: Stage, target: Target, text: string): Promise<Plan> {
  return Promise.resolve(plan(stage, target, text, "all"));
}

/** Types text in at the caret of such a field, or after its end. */
export function planTypedKeys(stage: Stage, target: Target, text: string, where: "caret" | "end"): Plan {
  if (target.facts.states.has("multi-line") && where === "end") return plan(stage, target, text, "document-end");
  return plan(stage, target, text, where);
}

/** What is pressed before the text. */
const leads = {
  all: [["ctrl", "a"]],
  caret: [],
  end: [["end"]],
  "document-end": [["ctrl", "end"]],
} as const;

function plan(stage: Stage, target: Target, text: string, where: keyof typeof leads): Plan {
  const { node, facts } = target;
  if (!facts.states.has("editable") && !facts.interfaces.has("Text")) {
    return refuse("background_unavailable", "The control takes no text and no value from outside; nothing was sent.");
  }
  const characters = Array.from(text);
  if (characters.some((character) => command.test(character))) {
    return refuse(
      "background_unavailable",
      "This field takes typed keys only, and the text has characters that are commands as keys; nothing was sent.",
    );
  }
  if (characters.length > LONGEST) {
    return refuse(
      "background_unavailable",
      `This field takes typed keys only, which are for texts of up to ${String(LONGEST)} characters; nothing was sent.`,
    );
  }
  if (node.role === "securefield" && !facts.states.has("editable")) return refuse("target_disabled");
  const focus = focusStep(stage, target);
  if (focus !== null && "ok" in focus) return focus;
  const keys = characters.map((key) => (key === "\n" ? ["shift", "return"] : [key]));
  const chords = [...leads[where], ...(keys.length === 0 && where === "all" ? [["delete"]] : keys)];
  const type = {
    ...keysOnStep(stage, target, chords),
    patienceMs: TYPING_MS + keys.length * CHARACTER_MS,
  };
  return { ok: true, steps: focus === null ? [type] : [focus, type] };
}
