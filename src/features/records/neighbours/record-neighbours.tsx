import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { listsByType, type RecordType, recordTypes } from '#contract/v1/record-types.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { supportedSearch } from '#src/api/records/list/list-search.ts';
import {
  type ListPage,
  nextPageInfo,
  type PageSearch,
  pageSearch,
  type RecordSource,
  type RecordsSearch,
} from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import type { OpenedAmong, OpenedInList } from '#src/lib/opened-from.ts';
import type { NeighbourRelation } from '#src/lib/page-elements.ts';
import { Link } from '#src/ui/elements/link.tsx';

import s from './record-neighbours.module.css';

interface RecordNeighboursProps {
  id: string;
  source: RecordSource;
}

/** Links to the records before and after a record where it was opened from. */
export function RecordNeighbours({ id, source }: RecordNeighboursProps) {
  const { state } = useLocation() as { state: unknown };
  const adjacent = findAdjacent(state, source.getRecordPath(id));
  const listed = useListNeighbours({ id, source }, adjacent === undefined ? state : null);
  const neighbours = adjacent === undefined ? listed : withState(adjacent, state);
  if (neighbours === null) return null;
  return (
    <nav
      className={s.neighbours}
      aria-label={
        adjacent === undefined ? `Other ${source.list} of the list` : 'Other leads and deals'
      }
    >
      <NeighbourLink relation="prev" link={neighbours.previous}>
        <ChevronLeft aria-hidden />
      </NeighbourLink>
      <NeighbourLink relation="next" link={neighbours.next}>
        <ChevronRight aria-hidden />
      </NeighbourLink>
    </nav>
  );
}

/** A link to a neighbour. The state of the link gives that page its own neighbours. */
interface NeighbourTarget extends AdjacentRecord {
  readonly state: unknown;
}

function withState(
  { previous, next }: NonNullable<ReturnType<typeof findAdjacent>>,
  state: unknown,
) {
  return { previous: previous && { ...previous, state }, next: next && { ...next, state } };
}

/** Returns the neighbours in the list of the page’s state; null if it was not opened from one. */
function useListNeighbours({ id, source }: RecordNeighboursProps, state: unknown) {
  const { type, pageSchema, getListPath, getRecordPath } = source;
  const { capabilities } = useSession();
  const queryClient = useQueryClient();
  const place = placeIn(state);
  const [path, params = ''] = place?.list.split('?') ?? [];
  const isInList = path === getListPath();
  const { data } = useQuery({
    queryKey: ['neighbours', place?.list, id],
    meta: { records: [] },
    queryFn: async () => {
      const parsed = parseQuery(pageSchema, new URLSearchParams(params));
      const search = supportedSearch(pageSchema, parsed, capabilities);
      const { previous, next } = await findNeighbours<RecordsSearch>(id, search, async (page) =>
        // As the list was shown, if that is known already.
        queryClient.ensureQueryData(source.query(page)),
      );
      const toLink = (neighbour: typeof previous) =>
        neighbour && {
          to: getRecordPath(neighbour.id),
          list:
            neighbour.search === search
              ? place?.list
              : getListPath(toSearchParams(pageSchema, neighbour.search)),
        };
      return { previous: toLink(previous), next: toLink(next) };
    },
    enabled: isInList,
    // The order stays that of the list when the user left it, despite later changes.
    staleTime: Infinity,
    retry: false,
  });
  if (!isInList) return null;
  const opened = place?.opened ?? place?.list;
  const target = (link: { to: string; list: string | undefined } | undefined) =>
    link && { type, to: link.to, state: { list: link.list, opened } satisfies OpenedInList };
  return { previous: target(data?.previous), next: target(data?.next) };
}

interface NeighbourLinkProps {
  relation: NeighbourRelation;
  link: NeighbourTarget | undefined;
  children: ReactNode;
}

/** An icon that links to a neighbour. Without a neighbour, it keeps its place. */
function NeighbourLink({ relation, link, children }: NeighbourLinkProps) {
  if (link === undefined)
    return (
      <span className={`${s.end} center soft`} aria-hidden>
        {children}
      </span>
    );
  const label = `${relation === 'prev' ? 'Previous' : 'Next'} ${link.type}`;
  // Replaces the entry in the history, so that Back returns to where the first one was opened.
  return (
    <Link
      to={link.to}
      state={link.state}
      replace
      rel={relation}
      aria-label={label}
      title={label}
      className={`${s.link} center soft`}
    >
      {children}
    </Link>
  );
}

const place = z.object({
  list: z.string(),
  opened: z.optional(z.string()),
} satisfies Record<keyof OpenedInList, unknown>);
type Place = z.infer<typeof place>;

/** Returns the place in the state of a page; undefined if it was not opened from a list. */
export const placeIn = (state: unknown): Place | undefined => z.safeParse(place, state).data;

const among = z.object({
  among: z.array(z.string()),
} satisfies Record<keyof OpenedAmong, unknown>);

/** A lead or deal next to another one. */
interface AdjacentRecord {
  readonly type: RecordType;
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
  const list = /^\/([a-z]+)\/[^/?#]+$/.exec(address)?.[1];
  const type = recordTypes.find((one) => listsByType[one] === list);
  return type && { type, to: address };
}

/**
 * Returns the neighbours of a record in a list. `search`: the page with the record. For a record at
 * its edge, loads the page before or after it.
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
    const isMore = step === 1 ? nextPageInfo(search, shown, undefined).hasNext : search.page > 1;
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
