/** An app that keeps a record of its own, or whose record an independent witness keeps. */
export interface Subject<State, Values> {
  readonly name: string;
  readonly window: SubjectWindow<State, Values>;
  readonly windowIdOf: (state: State) => number | null;
}

export interface SubjectWindow<State, Values> {
  readonly pid: number;
  /** What the app holds, by its own word. */
  state(): Promise<State>;
  /** Brings controls to these values from inside. */
  set(values: Values): Promise<unknown>;
  /** The record of everything that the app has done by now, where it may lag behind. */
  settle?(): Promise<State>;
  /** What only apps that take commands can be told to do. */
  readonly commands?: {
    fault(faults: { tick?: number; dialog?: boolean; untitled?: true; replace?: true }): Promise<unknown>;
    waitFor(predicate: (state: State) => boolean, deadlineMs: number, what: string): Promise<State>;
  };
  stop(): Promise<void>;
}
