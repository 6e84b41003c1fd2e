import type { Candidate, CandidateKind } from "@beans-picker/candidates";
import { editableRoles, type Role } from "@beans-picker/desktop";

/** A number of candidates that are alike, told in one line. `role` and `query` are the arguments of `observe` that list them. */
export interface Fold {
  readonly what: string;
  readonly count: number;
  readonly role?: string;
  readonly query?: string;
}

export interface Folded {
  /** Candidates told one by one, each with its place in the whole list. */
  readonly single: readonly { readonly candidate: Candidate; readonly at: number }[];
  readonly folds: readonly Fold[];
}

interface Rule {
  readonly key: string;
  /** How many are told one by one all the same, and from how many on the rest is folded. */
  readonly keep: number;
  readonly from: number;
  readonly fold: (members: readonly Candidate[]) => Omit<Fold, "count">;
}

/** Kinds that are rarely meant and come in numbers. */
const asideKinds: ReadonlySet<string> = new Set<CandidateKind>([
  "key",
  "menu",
  "scroll",
  "context_menu",
  "type_into",
  "append",
  "select",
]);
/** What rows, tables and trees are made of. */
const repeatedRoles: ReadonlySet<Role> = new Set<Role>([
  "row",
  "cell",
  "listitem",
  "treeitem",
  "menuitem",
  "column",
  "tab",
]);

/** Folds what repeats itself: rows, look-alikes, menu commands, keys. The order of the rest stays. Pure. */
export function fold(candidates: readonly Candidate[]): Folded {
  const groups = new Map<string, { rule: Rule; members: Candidate[] }>();
  const ruleOf = candidates.map((candidate) => {
    const rule = ruleFor(candidate);
    const group = groups.get(rule.key) ?? { rule, members: [] };
    group.members.push(candidate);
    groups.set(rule.key, group);
    return rule;
  });
  const seen = new Map<string, number>();
  const single = candidates.flatMap((candidate, at) => {
    const { key, keep, from } = ruleOf[at] ?? ruleFor(candidate);
    const place = seen.get(key) ?? 0;
    seen.set(key, place + 1);
    const folds = (groups.get(key)?.members.length ?? 0) >= from;
    return folds && place >= keep ? [] : [{ candidate, at }];
  });
  const folds = [...groups.values()]
    .filter(({ rule, members }) => members.length >= rule.from)
    .map(({ rule, members }) => ({ ...rule.fold(members), count: members.length - rule.keep }));
  return { single, folds };
}

function ruleFor({ kind, facts }: Candidate): Rule {
  const { role, label } = facts;
  if (asideKinds.has(kind)) {
    return { key: kind, keep: 0, from: 3, fold: (members) => ({ what: aside(kind, members), role: kind }) };
  }
  if (role !== undefined && repeatedRoles.has(role)) {
    return { key: `${kind} ${role}`, keep: 2, from: 5, fold: () => ({ what: `more: ${kind} ${role}`, role }) };
  }
  // A field is mostly meant to be filled in; pressing it is another way to it.
  if (role !== undefined && kind === "click" && editableRoles.has(role)) {
    return { key: "click field", keep: 0, from: 3, fold: () => ({ what: "click a text field", query: "click field" }) };
  }
  return {
    key: `${kind} ${role ?? ""} ${label}`,
    keep: 2,
    from: 5,
    fold: () => ({
      what: `more: ${kind} ${role ?? ""} ${JSON.stringify(label.slice(0, 40))}`,
      query: label.slice(0, 40),
    }),
  };
}

function aside(kind: CandidateKind, members: readonly Candidate[]): string {
  if (kind === "menu") return `menu ${counted(members.map(({ facts }) => facts.path?.[0] ?? "")).join(", ")}`;
  if (kind === "key") return "press Return, Escape, Tab, Space, an arrow";
  return asideWords[kind] ?? kind;
}

const asideWords: Partial<Record<CandidateKind, string>> = {
  type_into: "type at the caret of a field",
  append: "add text at the end of a field",
  context_menu: "open a context menu",
};

/** Names in their order, each with how often it comes. */
function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name.slice(0, 20)} ${count}`);
}
