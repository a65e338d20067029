import type { Sort } from '#contract/v1/list-parameters.ts';
import { followUpSort } from '#contract/v1/record-lists.ts';
import type { Bind } from '#server/db/statement.ts';
import { type RecordTable, recordDescriptions } from '#server/records/records.store.ts';

import { selectFollowUpDay } from './followed.store.ts';

// Records without an amount come last in both directions.
const missingAmount = (sort: Sort) => (sort.descending ? '-1' : '1e15');

/** Returns the column of a sort option. */
export function sortColumn(table: RecordTable, { by }: Sort): string {
  return recordDescriptions[table].sorts[by] ?? 'created_at';
}

/** Returns the SQL of the value by which a record `r` is sorted for a reader. */
export function sortExpression(
  table: RecordTable,
  { sort, readerId }: { readonly sort: Sort; readonly readerId: string },
  bind: Bind,
): string {
  if (sort.by === followUpSort) return `(${selectFollowUpDay(readerId, bind)})`;
  const column = `r.${sortColumn(table, sort)}`;
  // A record without activity counts from its creation, so that one index has both directions.
  if (sort.by === 'lastActivityDate') return `coalesce(${column}, r.created_at)`;
  return sort.by.startsWith('amount') ? `coalesce(${column}, ${missingAmount(sort)})` : column;
}

/** Returns the value that a row is sorted by, as a cursor contains it. */
export function sortValue(row: object, table: RecordTable, sort: Sort): string {
  const own: unknown = Reflect.get(row, sortColumn(table, sort));
  const value: unknown =
    own === null && sort.by === 'lastActivityDate' ? Reflect.get(row, 'created_at') : own;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : missingAmount(sort);
}
