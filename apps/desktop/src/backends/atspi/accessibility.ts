import type { AccessibleFacts, AccessibleReading, ObjectRef } from "@beans-picker/desktop";
import type { CallBudget } from "../../budget.js";

/** An application on the accessibility bus. `root` is its own top object, whose children are its windows. */
export interface AccessibleApp {
  readonly root: ObjectRef;
  readonly pid: number;
  readonly name: string;
  readonly toolkit: { readonly name: string; readonly version: string };
}

/** A top-level object of an application: a window, dialog, menu or list that has an X11 window of its own or is drawn in one. */
export type AccessibleTopLevel = AccessibleFacts;

export interface ReadLimits {
  readonly maxElements: number;
}

/**
 * The accessibility bus. Every call has a deadline; an application that hangs costs its own calls only. Rejects with a
 * CodedError: `driver_unavailable` when there is no bus, `target_gone` when the object is gone, `driver_timeout`.
 */
export interface Accessibility {
  /** All applications, or those of one process, which no other application can hold up. */
  applications(budget: CallBudget, pid?: number): Promise<readonly AccessibleApp[]>;
  /** Top-levels with name, role, states, extents, attributes; their children are not read. */
  topLevels(app: AccessibleApp, budget: CallBudget): Promise<readonly AccessibleTopLevel[]>;
  /** Everything below a top-level, `attached` ones included, as complete as the budget allows. Kept current by events. */
  read(
    app: AccessibleApp,
    root: ObjectRef,
    attached: readonly ObjectRef[],
    limits: ReadLimits,
    budget: CallBudget,
  ): Promise<AccessibleReading>;
  /** How much the applications have told of themselves so far. */
  told(apps: readonly AccessibleApp[]): ReadonlyMap<string, number>;
  /** True as soon as one of them has told more than that, false after `waitMs` or when the budget ends. Never rejects. */
  moreThan(told: ReadonlyMap<string, number>, waitMs: number, budget: CallBudget): Promise<boolean>;
  /**
   * Whether a reading still holds, as far as the application announces changes: nothing that `read` would read was
   * announced since, no top-level came or went, and what it never announces was looked at again. False when that cannot
   * be told. What can be seen may have changed without an announcement; when something was drawn, and `undrawn` is false,
   * the answer is false.
   */
  isCurrent(reading: AccessibleReading, undrawn: Promise<boolean>, budget: CallBudget): Promise<boolean>;
  /** Something is done to an application on another way. For a moment no reading is taken to hold. */
  expectChange(): void;
  /** One object again, straight from its application: for the last check before an action and right after it. */
  facts(ref: ObjectRef, budget: CallBudget): Promise<AccessibleFacts>;
  childrenOf(ref: ObjectRef, budget: CallBudget): Promise<readonly ObjectRef[]>;
  doAction(ref: ObjectRef, index: number, budget: CallBudget): Promise<boolean>;
  setText(ref: ObjectRef, text: string, budget: CallBudget): Promise<boolean>;
  setValue(ref: ObjectRef, value: number, budget: CallBudget): Promise<void>;
  /** The smallest step of a value; 0 when the toolkit does not say. */
  increment(ref: ObjectRef, budget: CallBudget): Promise<number>;
  /** Where the caret of a text is, in characters from its start. */
  caret(ref: ObjectRef, budget: CallBudget): Promise<number>;
  selectChild(ref: ObjectRef, index: number, budget: CallBudget): Promise<boolean>;
  /** The row of a table in which its child of that number is; -1 for a header. */
  rowAt(table: ObjectRef, index: number, budget: CallBudget): Promise<number>;
  /** Adds a row to the selected ones of a table. */
  selectRow(table: ObjectRef, row: number, budget: CallBudget): Promise<boolean>;
  clearSelection(ref: ObjectRef, budget: CallBudget): Promise<boolean>;
  grabFocus(ref: ObjectRef, budget: CallBudget): Promise<boolean>;
  scrollTo(ref: ObjectRef, budget: CallBudget): Promise<boolean>;
  close(): Promise<void>;
}
