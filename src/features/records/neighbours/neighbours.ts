import * as z from 'zod/mini';

import type { ReadRecord } from '#src/api/read-record.ts';
import {
  following,
  type ListPage,
  type PageSearch,
  pageSearch,
} from '#src/api/records/list/lists.ts';

/** From which list a record was opened; in the state of the page's entry in the history. */
const place = z.object({
  /** The address of the page of the list that contains the record. */
  list: z.string(),
  /** The address of the page that Back returns to, if that is another one. */
  opened: z.optional(z.string()),
});
type Place = z.infer<typeof place>;

/** Returns the place in the state of a page; undefined if it was not opened from a list. */
export function placeIn(state: unknown): Place | undefined {
  return z.safeParse(place, state).data;
}

/**
 * The addresses of the records among which a record was opened, in the order in which they stood
 * there: in a column of the board, a section of the home page, the results of a search.
 */
const among = z.object({ among: z.array(z.string()) });

/** A lead or deal next to another one. */
export interface AdjacentRecord {
  readonly type: 'lead' | 'deal';
  readonly to: string;
}

/**
 * Returns the records before and after a record among those with which it was opened; undefined if
 * the state of its page doesn't name them.
 */
export function findAdjacent(state: unknown, address: string) {
  const addresses = z.safeParse(among, state).data?.among ?? [];
  const at = addresses.indexOf(address);
  if (at === -1) return undefined;
  return { previous: recordAt(addresses[at - 1]), next: recordAt(addresses[at + 1]) };
}

/** Returns the lead or deal of an address; undefined if it is the address of something else. */
function recordAt(address = ''): AdjacentRecord | undefined {
  const type = /^\/(lead|deal)s\/[^/?#]+$/.exec(address)?.[1];
  return type === 'lead' || type === 'deal' ? { type, to: address } : undefined;
}

/**
 * Returns the neighbours of a record in a list, of which `search` is the page with the record.
 * Loads the page before or after it for a record at the edge.
 */
export async function findNeighbours<S extends PageSearch>(
  id: string,
  search: S,
  load: (search: S) => Promise<ListPage<ReadRecord<{ id: string }>>>,
) {
  const shown = await load(search);
  const ids = readIds(shown);
  const at = ids.indexOf(id);
  if (at === -1) return { previous: undefined, next: undefined };

  async function find(step: 1 | -1) {
    // The index −1 is before the first record, not the last one.
    const adjacent = at + step < 0 ? undefined : ids[at + step];
    if (adjacent !== undefined) return { id: adjacent, search };
    const isMore = step === 1 ? following(search, shown, undefined).hasNext : search.page > 1;
    if (!isMore) return undefined;
    const other = pageSearch(search, search.page + step, shown);
    const found = readIds(await load(other)).at(step === 1 ? 0 : -1);
    return found === undefined ? undefined : { id: found, search: other };
  }
  const [previous, next] = await Promise.all([find(-1), find(1)]);
  return { previous, next };
}

function readIds({ rows }: ListPage<ReadRecord<{ id: string }>>): string[] {
  return rows.flatMap((row) => (row.ok ? [row.record.id] : []));
}
