import type { ServiceResponse } from '#src/api/client.ts';

/** The page of a list that a search requests. */
export interface PageSearch {
  readonly page: number;
  readonly pageSize: number;
  /**
   * From the previous response's Link header: continues without repeating or skipping a row. Not
   * every list has one.
   */
  readonly cursor?: string;
}

/** One page of a list. */
export type ListPage<Row> = ReturnType<typeof toListPage<Row>>;

/**
 * Returns what follows `shown`, judging by the service's total, its cursors or, without them, its
 * response for the `next` page if loaded. A page that more rows follow shows the service's own page
 * size.
 */
export function following(
  { page, pageSize }: PageSearch,
  { rows, total, ...cursors }: ListPage<unknown>,
  next: ListPage<unknown> | undefined,
) {
  const isFull = rows.length >= pageSize;
  if (cursors.next !== undefined || cursors.prev !== undefined)
    return { hasNext: total === undefined ? isFull : page * pageSize < total, pageSize };
  const isMore =
    total === undefined
      ? next !== undefined && next.rows.length > 0
      : (page - 1) * pageSize + rows.length < total;
  if (isFull) return { hasNext: isMore || (total === undefined && next === undefined), pageSize };
  return rows.length > 0 && isMore
    ? { hasNext: true, pageSize: rows.length }
    : { hasNext: false, pageSize };
}

/**
 * Returns the search of another page of the same list: by cursor if the displayed page has a cursor
 * for that page, else by page number.
 */
export function pageSearch<S extends PageSearch>(
  search: S,
  page: number,
  shown: Pick<ListPage<unknown>, 'next' | 'prev'> | undefined,
): S {
  const cursors = new Map([
    [search.page + 1, shown?.next],
    [search.page - 1, shown?.prev],
  ]);
  return { ...search, page, cursor: (page === 1 ? undefined : cursors.get(page)) ?? '' };
}

/** Returns the page of a list in a response, whose headers have the total and the cursors. */
export function toListPage<Row>({ data, headers }: ServiceResponse<readonly Row[]>) {
  const total = headers.get('x-total-count');
  return {
    rows: data,
    /** The total number of rows; undefined if the service didn't send it. */
    total: total !== null && /^\d+$/.test(total) ? Number(total) : undefined,
    // The cursors of the next and the previous page; undefined if the service didn't send them.
    ...readCursors(headers.get('link') ?? ''),
  };
}

/** Parses the cursors from a Link header (RFC 8288). */
function readCursors(link: string): { next: string | undefined; prev: string | undefined } {
  const cursors = new Map<string, string>();
  for (const [, target = '', relation = ''] of link.matchAll(/<([^>]*)>[^,]*?\brel="?(\w+)"?/g)) {
    const cursor = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('cursor');
    if (cursor !== null) cursors.set(relation, cursor);
  }
  return { next: cursors.get('next'), prev: cursors.get('prev') };
}
