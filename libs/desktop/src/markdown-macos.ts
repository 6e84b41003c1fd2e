import { normaliseLabel } from "@beans-picker/shared";
import type { DriverElement } from "./driver-state.js";
import { valueText } from "./driver-state.js";
import type { ParsedTree, TreeRow } from "./markdown.js";

const rowStart = /^(\s*)- (?:\[(\d{1,9})\] )?(AX[A-Za-z]+)(.*)$/s;
const quoted = /^ "((?:[^"\\]|\\.)*)"/s;
const bracketed = /^ \(([^)]*)\)/s;
const valued = /^ = "((?:[^"\\]|\\.)*)"/s;

/**
 * Reads the driver's tree text on macOS: `- [N] AXRole "title" (label) = "value" [id=… help="…" actions=[…]]`, with value
 * and label also in the other order. Lines that are no row continue the row above. A row that claims an index counts as
 * the element's only if role and name agree with its record and no earlier row did; others are dropped and counted.
 */
export function parseMacTree(text: string, elements: readonly DriverElement[]): ParsedTree {
  const records = new Map(elements.map((element) => [element.element_index, element]));
  const rows: TreeRow[] = [];
  const used = new Set<number>();
  let forged = 0;
  for (const line of joinContinuations(text)) {
    const row = parseRow(line);
    if (row === undefined) continue;
    if (row.index === null) {
      rows.push(row);
      continue;
    }
    const record = records.get(row.index);
    if (record === undefined || used.has(row.index) || !agrees(row, record)) forged += 1;
    else {
      used.add(row.index);
      rows.push(row);
    }
  }
  return { rows: withMissing(rows, elements, used), forged };
}

/** Rows as one string each: a line that starts no row is left-trimmed and appended; blank ones are dropped. */
function joinContinuations(text: string): string[] {
  const rows: string[][] = [];
  for (const line of text.split("\n")) {
    if (rowStart.test(line)) rows.push([line]);
    else if (line.trim() !== "") rows.at(-1)?.push(line.trimStart());
  }
  return rows.map((parts) => parts.join("\n"));
}

function parseRow(line: string): TreeRow | undefined {
  const start = rowStart.exec(line);
  if (start === null) return undefined;
  let rest = start[4] ?? "";
  const take = (pattern: RegExp): string | undefined => {
    const match = pattern.exec(rest);
    if (match === null) return undefined;
    rest = rest.slice(match[0].length);
    return match[1];
  };
  const title = take(quoted);
  const label = take(bracketed);
  const value = take(valued);
  const description = label ?? take(bracketed);
  return {
    index: start[2] === undefined ? null : Number(start[2]),
    role: start[3] ?? "",
    title: title === undefined ? "" : unescape(title),
    depth: (start[1] ?? "").length / 2,
    description,
    value: value === undefined ? undefined : unescape(value),
    ...readDetails(rest),
  };
}

/** `[id=… help="…" actions=[…]]`; an identifier runs until ` help="`, ` actions=[` or the closing bracket. */
function readDetails(rest: string): Pick<TreeRow, "identifier" | "help" | "actions"> {
  const details = /^ \[(.*)\]\s*$/s.exec(rest)?.[1];
  if (details === undefined) return {};
  const actionsAt = / ?actions=\[([^\]]*)\]$/s.exec(details);
  const left = actionsAt === null ? details : details.slice(0, actionsAt.index);
  const helpAt = / ?help="((?:[^"\\]|\\.)*)"$/s.exec(left);
  const identity = helpAt === null ? left : left.slice(0, helpAt.index);
  return {
    identifier: identity.startsWith("id=") ? identity.slice(3) : undefined,
    help: helpAt === null ? undefined : unescape(helpAt[1] ?? ""),
    actions: actionsAt === null ? undefined : (actionsAt[1] ?? "").split(",").map((name) => name.trim()),
  };
}

/** `\"` and `\\` first, then the two characters `\n` become a line break. */
function unescape(text: string): string {
  return text.replace(/\\(["\\])/g, "$1").replace(/\\n/g, "\n");
}

/** Whether a row can be the element's: same role, and a name that one side shortened or took from another attribute. */
function agrees(row: TreeRow, element: DriverElement): boolean {
  if (row.role !== element.role) return false;
  const label = normaliseLabel(element.label ?? element.title ?? "");
  const names = [row.title, row.description ?? "", row.value ?? "", row.help ?? "", valueText(element.value) ?? ""]
    .map(normaliseLabel)
    .filter((name) => name !== "");
  if (label === "" || (row.title === "" && (row.description ?? "") === "")) return true;
  return names.some((name) => name.startsWith(label) || label.startsWith(name));
}

/** Elements without a row of their own stand before the first row of a later element. */
function withMissing(
  rows: readonly TreeRow[],
  elements: readonly DriverElement[],
  used: ReadonlySet<number>,
): TreeRow[] {
  const missing = elements.filter((element) => !used.has(element.element_index));
  const result: TreeRow[] = [];
  let next = 0;
  const flush = (before: number) => {
    for (
      let element = missing[next];
      element !== undefined && element.element_index < before;
      element = missing[next]
    ) {
      result.push({ index: element.element_index, role: element.role, title: "", depth: element.depth ?? 0 });
      next += 1;
    }
  };
  for (const row of rows) {
    if (row.index !== null) flush(row.index);
    result.push(row);
  }
  flush(Number.POSITIVE_INFINITY);
  return result;
}
