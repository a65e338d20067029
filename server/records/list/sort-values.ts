import type { Sort } from '#contract/v1/list-parameters.ts';

/** The column of each sort option. */
interface Sorted {
  readonly sorts: Readonly<Record<string, string>>;
}

// Records without an amount come last in both directions.
const missingAmount = (sort: Sort) => (sort.descending ? '-1' : '1e15');

/** Returns the SQL of the value by which a record `r` is sorted. */
export function sortExpression({ sorts }: Sorted, sort: Sort): string {
  const column = `r.${sorts[sort.by]}`;
  // A record without activity counts from its creation, so that one index has both directions.
  if (sort.by === 'lastActivityDate') return `coalesce(${column}, r.created_at)`;
  return sort.by.startsWith('amount') ? `coalesce(${column}, ${missingAmount(sort)})` : column;
}

/** Returns the value that a row is sorted by, as a cursor contains it. */
export function sortValue(row: object, { sorts }: Sorted, sort: Sort): string {
  const own: unknown = Reflect.get(row, sorts[sort.by] ?? '');
  const value: unknown =
    own === null && sort.by === 'lastActivityDate' ? Reflect.get(row, 'created_at') : own;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : missingAmount(sort);
}
