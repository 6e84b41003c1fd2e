/**
 * One row of the driver's tree text. `index` is set only where the row was proved to belong to that element record;
 * every other row may come from text on the screen and never becomes something that can be acted on.
 */
export interface TreeRow {
  readonly index: number | null;
  /** Native role name. */
  readonly role: string;
  /** Quoted name; "" when the row has none. */
  readonly title: string;
  /** In half steps where the indentation is odd (three spaces are 1.5). */
  readonly depth: number;
  /** macOS only: the text in round brackets. */
  readonly description?: string | undefined;
  readonly value?: string | undefined;
  readonly identifier?: string | undefined;
  readonly help?: string | undefined;
  readonly actions?: readonly string[] | undefined;
}

/** `forged` counts rows that claimed to be an element and were not. */
export interface ParsedTree {
  readonly rows: readonly TreeRow[];
  readonly forged: number;
}
