import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { supportedSearch } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch, RecordSource } from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import { Link } from '#src/ui/elements/link.tsx';

import { findAdjacent, findNeighbours, placeIn, type AdjacentRecord } from './neighbours.ts';

import s from './record-neighbours.module.css';

interface RecordNeighboursProps {
  id: string;
  source: RecordSource;
}

/** Links to the records before and after a record where it was opened from. */
export function RecordNeighbours({ id, source }: RecordNeighboursProps) {
  const { state } = useLocation() as { state: unknown };
  const adjacent = findAdjacent(state, source.recordTo(id));
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

/** A link to a neighbour, whose page has the state from which its own neighbours are known. */
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
  const { type, pageSchema, listTo, recordTo } = source;
  const { capabilities } = useSession();
  const queryClient = useQueryClient();
  const place = placeIn(state);
  const [path, params = ''] = place?.list.split('?') ?? [];
  const isInList = path === listTo();
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
          to: recordTo(neighbour.id),
          list:
            neighbour.search === search
              ? place?.list
              : listTo(toSearchParams(pageSchema, neighbour.search)),
        };
      return { previous: toLink(previous), next: toLink(next) };
    },
    enabled: isInList,
    // The order is that of the list as it was left, whatever has changed since.
    staleTime: Infinity,
    retry: false,
  });
  if (!isInList) return null;
  const opened = place?.opened ?? place?.list;
  const target = (link: { to: string; list: string | undefined } | undefined) =>
    link && { type, to: link.to, state: { list: link.list, opened } };
  return { previous: target(data?.previous), next: target(data?.next) };
}

interface NeighbourLinkProps {
  relation: 'prev' | 'next';
  link: NeighbourTarget | undefined;
  children: ReactNode;
}

/** An icon that links to a neighbour; without one it keeps its place. */
function NeighbourLink({ relation, link, children }: NeighbourLinkProps) {
  if (link === undefined)
    return (
      <span className={s.end} aria-hidden>
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
      className={s.link ?? ''}
    >
      {children}
    </Link>
  );
}
