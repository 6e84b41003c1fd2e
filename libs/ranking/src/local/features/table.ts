import { z } from "zod";

/** The column of every name. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>;

export function columnsOf<Name extends string>(names: readonly Name[]): Columns<Name> {
  return z
    .record(z.enum(names), z.number())
    .parse(Object.fromEntries(names.map((name, column) => [name, column] as const)));
}

/**
 * Features of all options, one row for each option and one column for each name. One block of numbers: a window has tens of
 * thousands of them, and an object for each row costs more than finding them.
 */
export class FeatureTable<Name extends string> {
  readonly width: number;
  readonly values: Float64Array;

  constructor(
    readonly columns: Columns<Name>,
    readonly rows: number,
  ) {
    this.width = Object.keys(columns).length;
    this.values = new Float64Array(this.width * rows);
  }

  at(row: number, name: Name): number {
    return this.values[row * this.width + this.columns[name]] ?? 0;
  }

  /** Highest value of a column, at least 0. */
  most(name: Name): number {
    let most = 0;
    for (let at = this.columns[name]; at < this.values.length; at += this.width) {
      most = Math.max(most, this.values[at] ?? 0);
    }
    return most;
  }
}
