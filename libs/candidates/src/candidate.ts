import { action, keypadKey, role, states } from "@beans-picker/desktop";
import { z } from "zod";

/** The kinds of candidate, one file each in `kinds/`. */
export const candidateKinds = [
  "click",
  "toggle",
  "set_value",
  "type_into",
  "append",
  "choose_option",
  "select",
  "expand",
  "context_menu",
  "scroll",
  "key",
  "menu",
  "keypad",
  "drag",
] as const;
export const candidateKind = z.enum(candidateKinds);
export type CandidateKind = z.infer<typeof candidateKind>;

/** Kinds that enter the caller's text. They need `text`, the others refuse it. */
export const textKinds: ReadonlySet<CandidateKind> = new Set<CandidateKind>([
  "set_value",
  "type_into",
  "append",
  "choose_option",
  "keypad",
]);

/** What is known about a candidate's control, for ranking and for presentation. Secure fields never carry a value. */
export const candidateFacts = z.object({
  role: role.optional(),
  label: z.string(),
  rawLabel: z.string(),
  identifier: z.string().optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
  /** Up to three containers, nearest first, each `role: label`; a leading `near "…"` places look-alikes. */
  within: z.array(z.string()),
  /** Place among candidates of the same kind with the same description, when there are several. */
  occurrence: z.object({ index: z.int().positive(), of: z.int().positive() }).optional(),
  states: states.optional(),
  inWeb: z.boolean(),
  /** The colour that a swatch shows, such as `purple #8B5CF6`. */
  showsColour: z.string().optional(),
  /** What else stands in the control's row: up to six other texts and names, in reading order. */
  row: z.array(z.string()).optional(),
  /** Titles of the options that can be chosen, at most 40 of `optionCount`. */
  options: z.array(z.string()).optional(),
  optionCount: z.int().nonnegative().optional(),
  /** Menu path from the bar's item to the command. */
  path: z.array(z.string()).optional(),
  /** Centre of the control relative to the window, 0…1 in both axes, when its frame is known. */
  position: z.object({ x: z.number(), y: z.number() }).optional(),
  /** Width and height relative to the window, when its frame is known. */
  size: z.object({ width: z.number(), height: z.number() }).optional(),
  /** The nearest free texts on each side, and the heading that the control stands under; see {@link Surroundings}. */
  around: z
    .object({
      left: z.string().optional(),
      right: z.string().optional(),
      above: z.string().optional(),
      below: z.string().optional(),
      heading: z.string().optional(),
    })
    .optional(),
});
export type CandidateFacts = z.infer<typeof candidateFacts>;

/**
 * An action that can be taken on a window. `id` is derived from the control's stable identity and survives new
 * snapshots; `action` addresses the control in one snapshot only. For text kinds `action.text` is empty until the
 * caller's text is put in by `withText`; a keypad's keys are then chosen from `keys`.
 */
export const candidate = z.object({
  id: z.string().regex(/^c[0-9a-f]{32}$/),
  kind: candidateKind,
  /** What it does, in one line for people and models. */
  does: z.string(),
  action,
  needsText: z.boolean(),
  destructive: z.boolean(),
  /** It replaces text in a find bar, which needs no consent where an instruction asks for that; see `needsConsent`. */
  replaces: z.literal(true).optional(),
  /** The keys of an on-screen keypad, for kind `keypad`. */
  keys: z.array(keypadKey).optional(),
  /** Keys joined by "+", for menu commands whose shortcut is known. */
  shortcut: z.string().optional(),
  facts: candidateFacts,
});
export type Candidate = z.infer<typeof candidate>;
