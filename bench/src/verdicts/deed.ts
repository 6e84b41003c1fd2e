import type { CandidateKind } from "@beans-picker/candidates";
import type { Action, Role, Snapshot } from "@beans-picker/desktop";

/** What is asked, before it is known where: a keypad's keys go by the labels of their buttons. */
export type Asked = WithoutHandle<Action>;
type WithoutHandle<A> = A extends { kind: "keypad" }
  ? A
  : A extends { handle?: number | undefined }
    ? Omit<A, "handle">
    : never;

/** Which control, by what a person sees of it. */
export interface Spot {
  readonly roles: readonly Role[];
  /** Null: whatever it is called. */
  readonly label: string | null;
  /** Which of several, from 0. */
  readonly which?: number;
}

/** Something that is asked of an app that records what happens to it. */
export interface Deed<State, Values> {
  readonly title: string;
  readonly kind: CandidateKind;
  readonly act: Asked;
  readonly spot: Spot;
  /** Where it goes when it is applied to the wrong control; `act` is what then happens there, by default the same. */
  readonly neighbour?: Spot & { readonly act?: Asked };
  /** Whether the right thing happened, by the app's own record alone. */
  readonly right: (before: State, now: State) => boolean;
  /** What takes the visible effect back; absent when nothing does. */
  readonly undo?: (before: State) => Values;
  /**
   * What the app itself does in place of an action that no back end sends here, to the right control and to another one: its
   * verdict can be judged all the same.
   */
  readonly byApp?: { readonly right: Values; readonly neighbour: Values };
  /** Whether the dialog without a title is opened before; where it is a window of its own, it is acted on there. */
  readonly opens?: boolean;
  /** Whether it is a state or text, which has to stay, and not an event. */
  readonly lasting: boolean;
}

/** The action on that control, or undefined when the window does not show it. */
export function actionAt(snapshot: Snapshot, { roles, label, which = 0 }: Spot, act: Asked): Action | undefined {
  if (act.kind === "menu") {
    const command = snapshot.menus.find(({ path }) => path.join(" > ") === label);
    return command === undefined ? undefined : { ...act, handle: command.handle };
  }
  if (act.kind === "keypad") {
    const keys = act.keys.map(({ key }) => ({ key, handle: buttonCalled(snapshot, roles, key) }));
    return { ...act, keys: keys.flatMap(({ key, handle }) => (handle === undefined ? [] : [{ key, handle }])) };
  }
  const node = snapshot.nodes.filter(
    (one) =>
      // Areas are scrolled by their bars and need no address of their own.
      roles.includes(one.role) && (label === null || one.label === label) && (one.operable || act.kind === "scroll"),
  )[which];
  return node === undefined ? undefined : aimed(act, node.handle);
}

function buttonCalled({ nodes }: Snapshot, roles: readonly Role[], label: string): number | undefined {
  return nodes.find((one) => roles.includes(one.role) && one.label === label)?.handle;
}

function aimed(act: Exclude<Asked, { kind: "keypad" }>, handle: number): Action {
  return { ...act, handle };
}
