import type { ShownColour, Snapshot } from "@beans-picker/desktop";
import { uniqueIds } from "@beans-picker/shared";
import { textKinds, type Candidate } from "./candidate.js";
import { isDestructiveControl } from "./destructive/control.js";
import type { CustomRules } from "./destructive/custom.js";
import { asksToReplace } from "./destructive/replacing.js";
import { tellApart } from "./lookalikes.js";
import { kinds } from "./registry.js";
import { viewOf } from "./view.js";

/** What else is known about a window than its snapshot says. */
export interface BuildOptions {
  /** A person's own rules of what needs consent. */
  readonly rules?: CustomRules | undefined;
  /** The colours that swatches show, as a picture of the window told. */
  readonly colours?: readonly ShownColour[] | undefined;
}

/**
 * Everything that can be done on a window, never cut: the controls in tree order, then short texts of web pages, menu
 * commands, an on-screen keypad and window keys. Ids come from the controls' identity, so the same control has the same id
 * in a later snapshot.
 */
export function buildCandidates(snapshot: Snapshot, options: BuildOptions = {}): Candidate[] {
  const view = viewOf(snapshot, options);
  const fromNodes = view.tree.nodes
    .filter((node) => view.reachable(node))
    .flatMap((node) => {
      const offered = view.offered(node);
      return kinds.flatMap((kind) => (offered || kind.unaddressed === true ? (kind.fromNode?.(node, view) ?? []) : []));
    });
  const fromWindow = kinds.flatMap((kind) => kind.fromWindow?.(view) ?? []);
  const drafts = tellApart([...fromNodes, ...fromWindow]);
  const ids = uniqueIds(drafts.map(({ key }) => key));
  return drafts.map(({ kind, does, action, destructive, replaces, shortcut, keys, facts }, index) => ({
    id: ids[index] ?? "",
    kind,
    does,
    action,
    needsText: textKinds.has(kind),
    destructive,
    ...(replaces === true ? { replaces } : {}),
    ...(shortcut === undefined ? {} : { shortcut }),
    ...(keys === undefined ? {} : { keys: [...keys] }),
    facts,
  }));
}

/** The candidate with that id, if this window has it now. */
export function findCandidate(candidates: readonly Candidate[], id: string): Candidate | undefined {
  return candidates.find((candidate) => candidate.id === id);
}

/** The candidates of `after` that `before` did not have, menus and keys left out: what an action brought up. */
export function newCandidates(before: readonly Candidate[], after: readonly Candidate[]): Candidate[] {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id, kind }) => kind !== "menu" && kind !== "key" && !known.has(id));
}

/**
 * Whether the candidate needs a person's consent for this instruction. Replacing text in a find bar does not where that is
 * what the instruction asks for; everything else that is destructive does, whatever it says.
 */
export function needsConsent({ destructive, replaces }: Candidate, instruction: string): boolean {
  return destructive && !(replaces === true && asksToReplace(instruction));
}

/** Whether pressing this node needs consent by the built-in rules, for what is found only while acting. */
export function isDestructiveNode(snapshot: Snapshot, handle: number): boolean {
  const view = viewOf(snapshot);
  const node = view.tree.node(handle);
  return node !== undefined && isDestructiveControl(node, view);
}
