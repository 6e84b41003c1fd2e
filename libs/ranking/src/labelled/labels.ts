import { z } from "zod";

/** How an instruction names what it means; `none`: nothing in the window can do it. */
export const phrasings = ["plain", "paraphrase", "position", "context", "none"] as const;
export const phrasing = z.enum(phrasings);
export type Phrasing = z.infer<typeof phrasing>;

/** One line of a `labels.jsonl`: an instruction written by hand for one window, and the nodes that answer it. */
export const label = z.object({
  state: z.string(),
  instruction: z.string(),
  /** The text to enter, or the name of the option to choose. */
  text: z.string().nullish(),
  /** What is done: click, toggle, menu, select, set_value … */
  kind: z.string(),
  /** Numbers of all nodes that a careful person would accept; empty for `none`. */
  targets: z.array(z.int()),
  phrasing,
});
export type Label = z.infer<typeof label>;

/** Reads the lines of a `labels.jsonl`. Throws a ZodError or SyntaxError when a line is something else. */
export function parseLabels(lines: string): Label[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => label.parse(JSON.parse(line)));
}
