import type { SelectQueryBuilder } from 'kysely';

import type { Tables } from './schema.ts';

/** One page of a list, by its number. */
export interface PageNumber {
  readonly page: number;
  readonly pageSize: number;
}

/** The rows of a page, and the number of rows on all pages. */
export interface NumberedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Reads a page of what a query selects in its order. */
export async function readNumberedPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, pageSize }: PageNumber,
): Promise<NumberedPage<Row>> {
  const rows = await query
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** How many characters a page of long rows has, and how many rows the first page of them. */
const long = { characters: 1_000_000, firstRows: 20 };

/**
 * Yields rows that are read page by page, so that a slow reader holds no database connection.
 * `read` returns the rows after one, at most `limit`; at first, the first ones. A page has `atOnce`
 * rows; with the length of a row in characters, as many as a page of such rows has room for, since
 * those of a whole page are in memory together.
 */
export async function* readByPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  atOnce: number,
  lengthOf?: (row: Row) => number,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  let limit = lengthOf ? Math.min(long.firstRows, atOnce) : atOnce;
  for (;;) {
    const rows = await read(last, limit);
    yield* rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
    if (lengthOf) {
      const length = rows.reduce((sum, row) => sum + lengthOf(row), 1);
      const room = Math.ceil((long.characters / length) * rows.length);
      // What follows can be longer: the next page is at most four times as large.
      limit = Math.min(atOnce, room, limit * 4);
    }
  }
}
