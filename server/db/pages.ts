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

/**
 * Yields rows that are read page by page, so that a slow reader holds no database connection.
 * `read` returns the rows after one, at most `atOnce`; at first, the first ones.
 */
export async function* readByPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  atOnce: number,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1);
  }
}
