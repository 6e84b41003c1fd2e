import { buildCandidates, type Candidate } from "@beans-picker/candidates";
import { normaliseAtspi, readingOf, type AtspiRecording, type Frame, type Role } from "@beans-picker/desktop";
import type { RankOption, RankRequest } from "../ranking.js";
import type { Label } from "./labels.js";

/** A recorded window with its options and the instructions written for it. */
export interface LabelledState {
  readonly state: string;
  readonly app: string;
  readonly window: RankRequest["window"];
  readonly options: readonly RankOption[];
  /** The control of every option: options of one control have the same number. */
  readonly controls: readonly number[];
  readonly cases: readonly LabelledCase[];
}

export interface LabelledCase {
  readonly label: Label;
  /** Indices of the options whose control answers the instruction; empty for `none`, or when no option was built for it. */
  readonly right: ReadonlySet<number>;
  /** Those of `right` that also do what is asked, where there are such; acting on another one is wrong. */
  readonly wanted: ReadonlySet<number>;
}

/** What a state's `meta.json` says of the window. */
export interface RecordedWindow {
  readonly state: string;
  readonly app: string;
  readonly title: string;
  readonly bounds?: Frame;
}

/** Builds the options of a recorded window as the product would, and finds those that answer each label. */
export function labelledState(
  window: RecordedWindow,
  recording: AtspiRecording,
  labels: readonly Label[],
): LabelledState {
  const reading = readingOf(recording, window.title);
  const { snapshot, refs } = normaliseAtspi({
    reading,
    backend: "recording",
    window: {
      pid: Math.max(1, recording.app.pid),
      windowId: 1,
      app: window.app,
      title: window.title,
      otherWindows: [],
      frontmost: null,
      ...boundsOf(window, reading.root.facts.extents),
    },
  });
  const candidates = buildCandidates(snapshot);
  const numberOf = new Map(recording.nodes.map((node) => [node.path, node.i]));
  const nodeOf = (candidate: Candidate): number | undefined => {
    const handle = "handle" in candidate.action ? candidate.action.handle : undefined;
    const ref = handle === undefined ? undefined : refs.get(handle);
    return ref === undefined ? undefined : numberOf.get(ref.path);
  };
  const nodes = candidates.map(nodeOf);
  const accepts = accepting(recording, new Set(nodes.filter((node) => node !== undefined)));
  return {
    state: window.state,
    app: window.app,
    window: { app: window.app, title: window.title, modal: snapshot.modal?.label ?? null },
    options: candidates.map(({ id, kind, does, facts }) => ({ id, kind, does, facts })),
    controls: nodes.map((node, index) => node ?? -1 - index),
    cases: labels.map((label) => {
      const accepted = accepts(label.targets);
      const right = nodes.flatMap((node, index) => {
        const candidate = candidates[index];
        const isMeant = node !== undefined && candidate !== undefined && accepted.has(node);
        return isMeant && !isOther(candidate, label, label.targets.includes(node)) ? [index] : [];
      });
      const fitting = right.filter((index) => doesWhat(candidates[index], label));
      return { label, right: new Set(right), wanted: new Set(fitting.length > 0 ? fitting : right) };
    }),
  };
}

/**
 * What belongs to a target and is still another thing: an option of the right pop-up that is not the one to choose, the list
 * or page around the target, or scrolling where nobody asked for it.
 */
function isOther({ kind, does, facts }: Candidate, label: Label, isTarget: boolean): boolean {
  if (kind === "scroll") return label.kind !== "scroll" && !isTarget;
  if (!isTarget && facts.role !== undefined && surrounding.has(facts.role)) return true;
  if (label.kind !== "choose_option" || typeof label.text !== "string" || kind !== "click") return false;
  return does.startsWith("choose option") && facts.label.toLowerCase() !== label.text.toLowerCase();
}

const surrounding: ReadonlySet<Role> = new Set<Role>([
  "tab",
  "list",
  "table",
  "tree",
  "outline",
  "scrollarea",
  "webarea",
]);

/** Whether a candidate of the right control also does what the label's kind says. */
function doesWhat(candidate: Candidate | undefined, { kind: asked, instruction, text }: Label): boolean {
  if (candidate === undefined) return false;
  const { kind, does, facts } = candidate;
  switch (asked) {
    case "set_value":
    case "append":
    case "context_menu":
      return kind === asked;
    case "choose_option":
      return kind === asked || (kind === "click" && facts.label.toLowerCase() === text?.toLowerCase());
    case "scroll":
      return kind === asked && (!/\bup\b/u.test(instruction) || does.includes(" up "));
    case "select":
      return kind === asked || kind === "click";
    case "expand":
      return kind === asked || kind === "click" || kind === "toggle";
    default:
      return kind === "click" || kind === "toggle" || kind === "menu";
  }
}

/** Those of the window's own object: a list of windows may be older than the tree. Without them the recorded ones. */
function boundsOf({ bounds }: RecordedWindow, own: Frame | undefined): { bounds?: Frame } {
  const known = own ?? bounds;
  return known === undefined ? {} : { bounds: known };
}

/**
 * The controls that answer targets: the targets themselves, and ancestors and descendants of one without another control in
 * between. `controls` are the numbers of all nodes that have an option.
 */
function accepting(
  recording: AtspiRecording,
  controls: ReadonlySet<number>,
): (targets: readonly number[]) => Set<number> {
  const children = new Map(recording.nodes.map((node) => [node.i, node.children]));
  const parents = new Map(recording.nodes.flatMap((node) => node.children.map((child) => [child, node.i] as const)));
  return (targets) => {
    const found = new Set(targets);
    for (const target of targets) {
      const seen = new Set([target]);
      let above = parents.get(target);
      while (above !== undefined && !seen.has(above)) {
        seen.add(above);
        if (controls.has(above)) {
          found.add(above);
          break;
        }
        above = parents.get(above);
      }
      const waiting = [...(children.get(target) ?? [])];
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        if (seen.has(node)) continue;
        seen.add(node);
        if (controls.has(node)) found.add(node);
        else waiting.push(...(children.get(node) ?? []));
      }
    }
    return found;
  };
}
