import type { DriverElement } from "./driver-state.js";
import { valueText } from "./driver-state.js";
import type { ParsedTree, TreeRow } from "./markdown.js";

/** `- label = "Name` — the closing quote may stand on a later line, because the driver escapes nothing. */
const plainRow = /^( *)- ([a-z][a-z -]{0,40}) = (".*)$/s;
/** Any line that claims to be the row of an element. */
const indexedClaim = /^\s*- \[\d+\]/;
/** A line inside a name that imitates such a row. A list a person wrote ("- [1] see below") is none. */
const imitation = /^\s*- \[\d+\] [a-z][a-z -]* "/;
/** Rows with the same first line tried for one element. Bounds the work on a tree made of copies. */
const copiesTried = 16;

/**
 * Reads the driver's tree text on Linux. The text is not escaped, so a name with line breaks can imitate rows. `elements`
 * are the authority: the row of each one is written out again from its record and looked up in order; what lies between
 * can only be a row without an index, or the rest of a name. Lines that claim an index and are no such row are dropped
 * together with what follows them, and counted.
 */
export function parseLinuxTree(text: string, elements: readonly DriverElement[]): ParsedTree {
  const tree = new Lines(text);
  const rows: TreeRow[] = [];
  let forged = 0;
  let line = 0;
  for (const element of elements) {
    const found = locate(tree, element, line);
    if (found === undefined) {
      rows.push(elementRow(element, written(element).title));
      continue;
    }
    forged += readPlainRows(tree.slice(line, found.line), rows);
    forged += tree.slice(found.line + 1, found.next).filter((rest) => imitation.test(rest)).length;
    rows.push(elementRow(element, found.title));
    line = found.next;
  }
  forged += readPlainRows(tree.slice(line, tree.length), rows);
  return { rows, forged };
}

/** The text cut into lines, with the lines that start each element's row found in one step. */
class Lines {
  readonly #lines: readonly string[];
  readonly #places = new Map<string, number[]>();

  constructor(text: string) {
    this.#lines = text.split("\n");
    this.#lines.forEach((line, at) => {
      if (!indexedClaim.test(line)) return;
      const places = this.#places.get(line);
      if (places === undefined) this.#places.set(line, [at]);
      else places.push(at);
    });
  }

  get length(): number {
    return this.#lines.length;
  }

  slice(from: number, to: number): readonly string[] {
    return this.#lines.slice(from, to);
  }

  /** Where the lines of `row` stand one after the other, at `from` or later. */
  find(row: string, from: number): { line: number; next: number } | undefined {
    const wanted = row.split("\n");
    const places = this.#places.get(wanted[0] ?? "") ?? [];
    const line = places
      .filter((at) => at >= from)
      .slice(0, copiesTried)
      .find((at) => wanted.every((part, offset) => this.#lines[at + offset] === part));
    return line === undefined ? undefined : { line, next: line + wanted.length };
  }
}

function locate(tree: Lines, element: DriverElement, from: number) {
  const { titles, before, after } = written(element);
  for (const title of titles) {
    const place = tree.find(`${before}${title}${after}`, from);
    if (place !== undefined) return { ...place, title };
  }
  return undefined;
}

/** How the driver writes the row of an element. A label that only repeats the number of the value is not printed. */
function written(element: DriverElement) {
  const value = valueText(element.value);
  const label = element.label ?? "";
  const indent = "  ".repeat(Math.floor(element.depth ?? 0));
  return {
    before: `${indent}- [${element.element_index}] ${element.role} "`,
    after: `"${value === undefined ? "" : ` value="${value}"`} [actions=[${(element.actions ?? []).join(",")}]]`,
    titles: label !== "" && label === value ? [label, ""] : [label],
    /** Used when the row is not in the text at all. */
    title: label === value ? "" : label,
  };
}

function elementRow(element: DriverElement, title: string): TreeRow {
  return { index: element.element_index, role: element.role, title, depth: element.depth ?? 0 };
}

/** Adds the rows without an index among `lines` to `rows`; returns how many lines claimed an index they do not have. */
function readPlainRows(lines: readonly string[], rows: TreeRow[]): number {
  let forged = 0;
  let open: { depth: number; role: string; parts: string[] } | undefined;
  const close = () => {
    if (open !== undefined) rows.push({ index: null, role: open.role, title: unquote(open.parts), depth: open.depth });
    open = undefined;
  };
  for (const line of lines) {
    const match = plainRow.exec(line);
    const finished = open === undefined || (open.parts.at(-1) ?? "").endsWith('"');
    if (indexedClaim.test(line)) {
      forged += 1;
      close();
    } else if (match !== null && finished) {
      close();
      open = { depth: (match[1] ?? "").length / 2, role: match[2] ?? "", parts: [match[3] ?? ""] };
    } else open?.parts.push(line);
  }
  close();
  return forged;
}

function unquote(parts: readonly string[]): string {
  const text = parts.join("\n").trimEnd();
  return text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined);
}
