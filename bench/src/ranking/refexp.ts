import { readFileSync } from "node:fs";
import type { Role } from "@beans-picker/desktop";
import type { LabelledState, RankOption } from "@beans-picker/ranking";
import { z } from "zod";

const line = z.object({
  id: z.string(),
  instruction: z.string(),
  target: z.int(),
  candidates: z.array(
    z.object({
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      text: z.string(),
      description: z.string(),
      id: z.string(),
      class: z.string(),
    }),
  ),
});
type Candidate = z.infer<typeof line>["candidates"][number];

/** Android's class names to our roles, by what they contain; the first that fits. */
const roles: readonly (readonly [RegExp, Role])[] = [
  [/edit_?text|text_?field|input|autocomplete/iu, "textfield"],
  [/check/iu, "checkbox"],
  [/switch|toggle/iu, "switch"],
  [/radio/iu, "radio"],
  [/button/iu, "button"],
  [/spinner/iu, "popup"],
  [/seek|slider/iu, "slider"],
  [/icon|image|pictogram/iu, "image"],
  [/tab/iu, "tab"],
  [/list_?item/iu, "listitem"],
  [/text/iu, "text"],
];

/**
 * Reads screens in the form of RefExp (one JSON object on each line: instruction, candidates with box, text, description, id
 * and class, and the index of the right one) as labelled windows of one instruction each.
 */
export function readRefExp(path: string): LabelledState[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((text) => text.trim() !== "")
    .map((text) => line.parse(JSON.parse(text)))
    .map(({ id, instruction, target, candidates }) => ({
      state: id,
      app: "refexp",
      window: { app: "", title: "", modal: null },
      options: candidates.map(optionOf),
      controls: candidates.map((_, at) => at),
      cases: [
        {
          label: { state: id, instruction, kind: "click", targets: [target], phrasing: "plain" as const },
          right: new Set([target]),
          wanted: new Set([target]),
        },
      ],
    }));
}

function optionOf(
  { box, text, description, id, class: kind }: Candidate,
  at: number,
  all: readonly Candidate[],
): RankOption {
  const [left, top, right, bottom] = box;
  const role = roles.find(([pattern]) => pattern.test(kind))?.[1] ?? "unknown";
  const label = text !== "" ? text : description;
  return {
    id: `o${String(at).padStart(4, "0")}`,
    kind: role === "textfield" ? "set_value" : role === "checkbox" || role === "switch" ? "toggle" : "click",
    does: `click ${role} "${label}"`,
    facts: {
      role,
      label,
      rawLabel: label,
      identifier: id,
      ...(text !== "" && description !== "" ? { help: description } : {}),
      within: [],
      inWeb: false,
      position: { x: (left + right) / 2, y: (top + bottom) / 2 },
      size: { width: right - left, height: bottom - top },
      states: { enabled: true, showing: all.length > 0 },
    },
  };
}
