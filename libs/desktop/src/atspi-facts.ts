import type { Frame } from "./snapshot.js";

/** An accessible object: the unique name of its application on the accessibility bus and its path there. */
export interface ObjectRef {
  readonly bus: string;
  readonly path: string;
}

/** What AT-SPI says of one object. Only `ref`, `role` and `states` are always read; a missing key was not asked or failed. */
export interface AccessibleFacts {
  readonly ref: ObjectRef;
  /** Number of the role in AT-SPI's own enumeration (AtspiRole). */
  readonly role: number;
  /** The toolkit's own word for the role, lower case ("push button"); "" when it was not asked. */
  readonly roleName: string;
  readonly name: string;
  readonly description: string;
  /** Names of the set bits of AtspiStateType in lower case with dashes ("checked", "multi-line", "showing" …). */
  readonly states: ReadonlySet<string>;
  /** Last parts of the interface names ("Text", "EditableText", "Value", "Action", "Selection", "Component" …). */
  readonly interfaces: ReadonlySet<string>;
  readonly attributes?: Readonly<Record<string, string>>;
  /** The text to the code unit. Never read of a password field. */
  readonly text?: string;
  readonly caret?: number;
  readonly value?: {
    readonly current: number;
    readonly minimum: number;
    readonly maximum: number;
    readonly text: string;
  };
  readonly actions?: readonly { readonly name: string; readonly description: string; readonly keyBinding: string }[];
  readonly selected?: readonly ObjectRef[];
  readonly relations?: readonly { readonly type: string; readonly targets: readonly ObjectRef[] }[];
  /** On the screen, in pixels. */
  readonly extents?: Frame;
  /** All children there are, including those that were not read. */
  readonly childCount: number;
}

/** One object with what lies below it, in the toolkit's order. */
export interface AccessibleTree {
  readonly facts: AccessibleFacts;
  readonly children: readonly AccessibleTree[];
}

/** A reading of one window: the tree of its top-level object, and what kept it from being whole. */
export interface AccessibleReading {
  readonly root: AccessibleTree;
  /** Top-levels of the same application that belong to this window: untitled dialogs, menus, combo lists. */
  readonly attached: readonly AccessibleTree[];
  readonly toolkit: { readonly name: string; readonly version: string };
  readonly complete: boolean;
  readonly reasons: readonly ("element_limit" | "deadline" | "no_accessibility")[];
  readonly total: number;
}

export function refKey({ bus, path }: ObjectRef): string {
  return `${bus} ${path}`;
}
