/** A window came to the front, at that Unix time in milliseconds. */
export interface Arrival {
  readonly window: number;
  readonly at: number;
}

/** What a watcher told, with the blind interval that it stated. */
export interface Told extends Arrival {
  readonly blindMs: number;
}

export interface Judgement {
  /** Visits that nobody told although they lasted longer than the blind interval stated for that time. */
  readonly missed: readonly (Arrival & { readonly lastedMs: number; readonly blindMs: number })[];
  /** What was told and did not happen. */
  readonly invented: readonly Told[];
  /** Every arrival that was told, with how much later it was told to be. */
  readonly pairs: readonly { readonly arrival: Arrival; readonly told: Told; readonly lateMs: number }[];
  /** Visits that were not told, and that were shorter than the blind interval stated for that time. */
  readonly unseen: number;
}

/** What is told so much apart is not the same arrival, in milliseconds. */
const farMs = 1_000;
/** What leaving out one arrival costs in the alignment: more than pairs that are right ever do. */
const skipCost = 500;

/** Compares what happened with what was told of it. Pure; `toleranceMs` is what clocks and looks may differ by. */
export function judge(happened: readonly Arrival[], said: readonly Told[], toleranceMs: number): Judgement {
  const visits = arrivals(happened);
  const told = arrivals(said);
  const matched = align(visits, told);
  const pairs = matched.flatMap(([visit, one]) => {
    const [arrival, answer] = [visits[visit], told[one]];
    return arrival && answer ? [{ arrival, told: answer, lateMs: answer.at - arrival.at }] : [];
  });
  const seen = new Set(matched.map(([visit]) => visit));
  const known = new Set(matched.map(([, one]) => one));
  const unmatched = visits.flatMap((visit, index) => {
    const end = visits[index + 1]?.at ?? Infinity;
    return seen.has(index) || believed(told, visit, end, toleranceMs) ? [] : [{ visit, lastedMs: end - visit.at }];
  });
  const missed = unmatched.flatMap(({ visit, lastedMs }) => {
    // What was told from its beginning until the first change after its end says how long nobody can have looked.
    const begin = told.findIndex(({ at }) => at >= visit.at - toleranceMs);
    const after = told.findIndex(({ at }) => at >= visit.at + lastedMs - toleranceMs);
    const around = begin < 0 ? [] : told.slice(begin, after < 0 ? undefined : after + 1);
    const blindMs = Math.max(0, ...around.map((one) => one.blindMs));
    return lastedMs > blindMs + toleranceMs ? [{ ...visit, lastedMs, blindMs }] : [];
  });
  return {
    missed,
    invented: told.filter((_, index) => !known.has(index)),
    pairs,
    unseen: unmatched.length - missed.length,
  };
}

/** Moments with nobody in front are passed over: window managers differ in whether they have any. */
function arrivals<T extends Arrival>(all: readonly T[]): T[] {
  return all.filter(({ window }) => window !== 0).filter(({ window }, at, real) => real[at - 1]?.window !== window);
}

/** Whether the watcher held that window to be in front during the visit: a visit elsewhere that it missed came before. */
function believed(told: readonly Told[], { window, at }: Arrival, endMs: number, toleranceMs: number): boolean {
  return told.some((one, index) => {
    const until = told[index + 1]?.at ?? Infinity;
    return one.window === window && one.at < endMs + toleranceMs && until > at - toleranceMs;
  });
}

/** Pairs arrivals of the same window in order, so that as few as possible are left out and the times agree best. */
function align(a: readonly Arrival[], b: readonly Arrival[]): [number, number][] {
  const width = b.length + 1;
  const cost = new Float64Array((a.length + 1) * width);
  const at = (row: number, column: number): number => cost[row * width + column] ?? Infinity;
  const together = (row: number, column: number): number => {
    const [one, other] = [a[row - 1], b[column - 1]];
    if (!one || !other || one.window !== other.window) return Infinity;
    const apart = Math.abs(one.at - other.at);
    return apart > farMs ? Infinity : apart;
  };
  for (let row = 0; row <= a.length; row += 1) {
    for (let column = 0; column <= b.length; column += 1) {
      if (row === 0 && column === 0) continue;
      const without = Math.min(
        row > 0 ? at(row - 1, column) + skipCost : Infinity,
        column > 0 ? at(row, column - 1) + skipCost : Infinity,
      );
      const both = row > 0 && column > 0 ? at(row - 1, column - 1) + together(row, column) : Infinity;
      cost[row * width + column] = Math.min(without, both);
    }
  }
  const pairs: [number, number][] = [];
  let [row, column] = [a.length, b.length];
  while (row > 0 && column > 0) {
    const here = at(row, column);
    if (here === at(row - 1, column - 1) + together(row, column)) {
      pairs.push([row - 1, column - 1]);
      row -= 1;
      column -= 1;
    } else if (here === at(row - 1, column) + skipCost) row -= 1;
    else column -= 1;
  }
  return pairs.reverse();
}
