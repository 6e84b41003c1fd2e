import { z } from "zod";

/** The column of every name. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>;

/** Columns of a block from `from` on. */
export function columnsOf<Name extends string>(names: readonly Name[], from: number): Columns<Name> {
  return z
    .record(z.enum(names), z.number())
    .parse(Object.fromEntries(names.map((name, column) => [name, from + column] as const)));
}

/** Features of all options: one row for each option, all rows of a width, one after the other. */
export interface Block {
  readonly width: number;
  readonly values: Float64Array;
}

/**
 * A sort of features in its columns of the block. One block of numbers: a window has tens of thousands of them, and an object
 * for each row, or a copy, costs more than finding them.
 */
export class FeatureTable<Name extends string> {
  readonly width: number;
  readonly values: Float64Array;

  constructor(
    readonly columns: Columns<Name>,
    { width, values }: Block,
  ) {
    this.width = width;
    this.values = values;
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
