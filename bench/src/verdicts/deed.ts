import type { Action, ActionKind, Role, Snapshot } from "@beans-picker/desktop";

type WithoutHandle<A> = A extends { handle?: number | undefined } ? Omit<A, "handle"> : never;

/** Which control, by what a person sees of it. */
export interface Spot {
  readonly roles: readonly Role[];
  readonly label: string;
  /** Which of several, from 0. */
  readonly which?: number;
}

/** Something that is asked of an app that records what happens to it. */
export interface Deed<State, Values> {
  readonly title: string;
  readonly kind: ActionKind;
  readonly act: WithoutHandle<Action>;
  readonly spot: Spot;
  /** Where it goes when it is applied to the wrong control; `act` is what then happens there, by default the same. */
  readonly neighbour?: Spot & { readonly act?: WithoutHandle<Action> };
  /** Whether the right thing happened, by the app's own record alone. */
  readonly right: (before: State, now: State) => boolean;
  /** What takes the visible effect back. */
  readonly undo: (before: State) => Values;
  /** Whether the dialog without a title is opened before. */
  readonly opens?: boolean;
  /** Whether it is a state or text, which has to stay, and not an event. */
  readonly lasting: boolean;
}

/** The action on that control, or undefined when the window does not show it. */
export function actionAt(
  snapshot: Snapshot,
  { roles, label, which = 0 }: Spot,
  act: WithoutHandle<Action>,
): Action | undefined {
  if (act.kind === "menu") {
    const command = snapshot.menus.find(({ path }) => path.join(" > ") === label);
    return command === undefined ? undefined : { ...act, handle: command.handle };
  }
  const node = snapshot.nodes.filter((one) => roles.includes(one.role) && one.label === label)[which];
  return node === undefined ? undefined : aimed(act, node.handle);
}

function aimed(act: WithoutHandle<Action>, handle: number): Action {
  return { ...act, handle };
}
