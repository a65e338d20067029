import type { RowRange } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { readByPages } from '#server/db/pages.ts';

/** Rows that are read at once for a file. */
export const rowsAtOnce = 1_000;

/** Yields rows of an upload, read page by page. */
export function listAllRows<Row extends { readonly row_number: number }>(
  list: (range: RowRange) => Promise<readonly Row[]>,
  lengthOf?: (row: Row) => number,
): AsyncGenerator<Row> {
  const read = async (last: Row | undefined, limit: number) =>
    list({ after: last?.row_number ?? 0, limit });
  return readByPages<Row>(read, rowsAtOnce, lengthOf);
}
