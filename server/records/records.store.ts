import type pg from 'pg';

import { largestFilteredTotal } from '#contract/v1/lists.ts';

import {
  isFiltered,
  type Listing,
  pageQuery,
  type PageRequest,
  type Position,
  sortValue,
  totalQuery,
} from './page-query.ts';

export type { Listing, PageRequest, Position } from './page-query.ts';

/** One page of a list, in its order. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Of all pages; null when more than {@link largestFilteredTotal} match the filters. */
  readonly total: number | null;
  readonly before: Position | null;
  readonly after: Position | null;
}

/** Reads one page and its total, in one query. A page past the end is empty. */
export async function readPage<Row extends { readonly id: string }>(
  pool: pg.Pool,
  listing: Listing,
  request: PageRequest,
): Promise<Page<Row>> {
  const { position, page, pageSize, sort } = request;
  const isBackwards = position?.to === 'prev';
  const { rows } = await pool.query<Row & { total: number }>(pageQuery(listing, request));
  const shown = rows.slice(0, pageSize);
  if (isBackwards) shown.reverse();

  const hasMore = rows.length > pageSize;
  const hasBefore = isBackwards ? hasMore : position !== null || page > 1;
  const at = (row: Row | undefined, to: Position['to']) =>
    row ? { to, value: sortValue(row, listing, sort), id: row.id } : null;
  const isNothing = shown.length === 0 && page === 1 && !position;
  const total = shown[0]?.total ?? (isNothing ? 0 : await readTotal(pool, listing, request));
  return {
    rows: shown,
    total: isFiltered(request) && total > largestFilteredTotal ? null : total,
    before: hasBefore ? at(shown[0], 'prev') : null,
    after: isBackwards || hasMore ? at(shown.at(-1), 'next') : null,
  };
}

async function readTotal(pool: pg.Pool, listing: Listing, request: PageRequest): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(totalQuery(listing, request));
  return rows[0]?.total ?? 0;
}
