import type { StepResult } from "./step-result.js";
import type { Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { identitiesOf, isHidden, snapshotTree } from "@beans-picker/candidates";
import { normaliseLabel } from "@beans-picker/shared";

/** What a caller says must be true after a step. All that is given must hold at the same time. */
export interface Expectation {
  /** A text that the window shows, as a part of what it shows. */
  readonly text?: string | undefined;
  /** What the control that was acted on holds, to the code unit. */
  readonly value?: string | undefined;
  /** Part of the name of a control, a dialog or another window of the app that is there. */
  readonly appears?: string | undefined;
  /** Part of the name of a control, a dialog or another window of the app, or of a text, that is not there. */
  readonly gone?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

export const expectationParts = ["text", "value", "appears", "gone"] as const;
export type ExpectationPart = (typeof expectationParts)[number];

/** The control that was acted on, as it is known across looks. Null when the action had none, or it cannot be told apart. */
export type TargetKey = string | null;

/** The key of a control, which later looks have too as long as it can be told apart. */
export function targetKey(snapshot: Snapshot, handle: number | undefined): TargetKey {
  return handle === undefined ? null : (identitiesOf(snapshot).get(handle)?.key ?? null);
}

/** The parts that do not hold on this look. What cannot be read does not hold. Pure. */
export function unmet(expectation: Expectation, snapshot: Snapshot, target: TargetKey): ExpectationPart[] {
  return expectationParts.filter((part) => {
    const wanted = expectation[part];
    return wanted !== undefined && !holds(part, wanted, snapshot, target);
  });
}

function holds(part: ExpectationPart, wanted: string, snapshot: Snapshot, target: TargetKey): boolean {
  switch (part) {
    case "text":
      return shows(snapshot, wanted);
    case "value":
      return valueOf(snapshot, target) === wanted;
    case "appears":
      return names(snapshot, wanted);
    case "gone":
      // A look that is not whole proves no absence.
      return snapshot.completeness.complete && !names(snapshot, wanted) && !shows(snapshot, wanted);
  }
}

function shows(snapshot: Snapshot, wanted: string): boolean {
  const part = normaliseLabel(wanted);
  const tree = snapshotTree(snapshot);
  const isSeen = (node: SnapshotNode | undefined): boolean => node === undefined || !isHidden(node, tree);
  return (
    snapshot.texts.some(
      ({ handle, text, raw }) => (text.includes(part) || raw.includes(wanted)) && isSeen(tree.node(handle)),
    ) ||
    tree.nodes.some(
      (node) =>
        node.role !== "securefield" &&
        ((node.value?.includes(part) ?? false) || (node.rawValue?.includes(wanted) ?? false)) &&
        isSeen(node),
    )
  );
}

function names({ nodes, window, modal }: Snapshot, wanted: string): boolean {
  const part = normaliseLabel(wanted).toLowerCase();
  const called = (name: string): boolean => normaliseLabel(name).toLowerCase().includes(part);
  return (
    nodes.some((node) => isShown(node) && called(node.rawLabel === "" ? node.label : node.rawLabel)) ||
    (modal !== null && called(modal.label)) ||
    window.otherWindows.some(called)
  );
}

function isShown({ states }: SnapshotNode): boolean {
  return states.showing !== false;
}

function valueOf(snapshot: Snapshot, target: TargetKey): string | undefined {
  if (target === null) return undefined;
  const handles = [...identitiesOf(snapshot)].filter(([, { key }]) => key === target);
  const [only] = handles;
  if (only === undefined || handles.length > 1) return undefined;
  const node = snapshot.nodes.find(({ handle }) => handle === only[0]);
  if (node === undefined || node.role === "securefield") return undefined;
  if (node.rawValue !== undefined) return node.rawValue;
  if (node.value !== undefined) return node.value;
  const { checked } = node.states;
  return checked === undefined ? undefined : checked === "mixed" ? "mixed" : checked ? "on" : "off";
}

/**
 * What an expectation makes of a verdict. One that is not met is a mismatch, whatever else was seen. One that became true
 * with the step proves it; one that was true before proves nothing. Pure.
 */
export function heldAgainst(
  missing: readonly ExpectationPart[],
  already: boolean,
  { status, verification }: Pick<StepResult, "status" | "verification">,
): Partial<StepResult> {
  const checked = verification ?? { snapshots: 0, exact: false, evidence: "" };
  if (missing.length > 0) {
    return {
      status: "mismatch",
      message: `What was expected is not true: ${missing.join(", ")}. Look at the window before you go on.`,
      verification: { ...checked, expected: "unmet" },
    };
  }
  if (already) return { verification: { ...checked, expected: "already" } };
  if (status === "done") return { verification: { ...checked, expected: "met" } };
  return {
    status: "done",
    message: undefined,
    verification: { ...checked, evidence: "What was expected came true after the action.", expected: "met" },
  };
}
