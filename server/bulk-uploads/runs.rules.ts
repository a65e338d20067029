/** Consecutive rows: the first and the last row number. */
export type Run = readonly [first: number, last: number];

/** Returns as few runs as possible with the rows of the given runs, in order. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: [number, number][] = [];
  for (const [first, last] of runs.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** Returns the runs of the rows that are in the given runs, but not in others; both in order. */
export function subtractRuns(runs: readonly Run[], others: readonly Run[]): Run[] {
  const left: Run[] = [];
  let at = 0;
  for (const [first, last] of runs) {
    let next = first;
    while ((others[at]?.[1] ?? Infinity) < first) at += 1;
    for (let other = others[at]; other && other[0] <= last; other = others[(at += 1)]) {
      if (other[0] > next) left.push([next, other[0] - 1]);
      next = Math.max(next, other[1] + 1);
      // The next run may begin within the same other run.
      if (other[1] >= last) break;
    }
    if (next <= last) left.push([next, last]);
  }
  return left;
}

/** Returns the number of rows in runs that share none. */
export function sizeOfRuns(runs: readonly Run[]): number {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Returns the runs that are not, exactly so, among the others. */
export function omitEqualRuns(runs: readonly Run[], others: readonly Run[]): Run[] {
  const known = new Map(others.map(([first, last]) => [first, last]));
  return runs.filter(([first, last]) => known.get(first) !== last);
}
