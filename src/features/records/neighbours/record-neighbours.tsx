import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { dealsPageQuery, dealsQuery } from '#src/api/records/deals.ts';
import { leadsPageQuery, leadsQuery } from '#src/api/records/leads.ts';
import { supportedSearch } from '#src/api/records/list/list-search.ts';
import type { ListPage, PageSearch, RecordRow } from '#src/api/records/list/lists.ts';
import { useSession } from '#src/api/session.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';

import {
  besideIn,
  findNeighbours,
  type Neighbour,
  placeIn,
  type RecordBeside,
} from './neighbours.ts';

import s from './record-neighbours.module.css';

/** Links to the records before and after a lead where it was opened from. */
export function LeadNeighbours({ id }: { id: string }) {
  const { capabilities } = useSession();
  const queryClient = useQueryClient();
  return (
    <RecordNeighbours
      id={id}
      noun="lead"
      list={{
        path: paths.leads(),
        search: (params) =>
          supportedSearch(leadsPageQuery, parseQuery(leadsPageQuery, params), capabilities),
        address: (search) => paths.leads(toSearchParams(leadsPageQuery, search)),
        load: async (search) => queryClient.ensureQueryData(leadsQuery(search)),
        record: paths.lead,
      }}
    />
  );
}

/** Links to the records before and after a deal where it was opened from. */
export function DealNeighbours({ id }: { id: string }) {
  const { capabilities } = useSession();
  const queryClient = useQueryClient();
  return (
    <RecordNeighbours
      id={id}
      noun="deal"
      list={{
        path: paths.deals(),
        search: (params) =>
          supportedSearch(dealsPageQuery, parseQuery(dealsPageQuery, params), capabilities),
        address: (search) => paths.deals(toSearchParams(dealsPageQuery, search)),
        load: async (search) => queryClient.ensureQueryData(dealsQuery(search)),
        record: paths.deal,
      }}
    />
  );
}

interface RecordNeighboursProps<S> {
  id: string;
  noun: 'lead' | 'deal';
  list: {
    readonly path: string;
    readonly search: (params: URLSearchParams) => S;
    readonly address: (search: S) => string;
    /** Returns a page of the list, as it was shown if it is known already. */
    readonly load: (search: S) => Promise<ListPage<RecordRow>>;
    /** Returns the address of a record. */
    readonly record: (id: string) => string;
  };
}

function RecordNeighbours<S extends PageSearch>({ id, noun, list }: RecordNeighboursProps<S>) {
  const { state } = useLocation() as { state: unknown };
  const beside = besideIn(state, list.record(id));
  const ofList = useListNeighbours({ id, noun, list }, beside === undefined ? state : null);
  const neighbours = beside === undefined ? ofList : withState(beside, state);
  if (neighbours === null) return null;
  return (
    <nav
      className={s.neighbours}
      aria-label={beside === undefined ? `Other ${noun}s of the list` : 'Other leads and deals'}
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
interface NeighbourTarget extends RecordBeside {
  readonly state: unknown;
}

interface NeighbourTargets {
  readonly previous?: NeighbourTarget | undefined;
  readonly next?: NeighbourTarget | undefined;
}

function withState(
  { previous, next }: NonNullable<ReturnType<typeof besideIn>>,
  state: unknown,
): NeighbourTargets {
  return { previous: previous && { ...previous, state }, next: next && { ...next, state } };
}

/** Returns the neighbours in the list of the page’s state; null if it was not opened from one. */
function useListNeighbours<S extends PageSearch>(
  { id, noun, list }: RecordNeighboursProps<S>,
  state: unknown,
): NeighbourTargets | null {
  const place = placeIn(state);
  const [path, params = ''] = place?.list.split('?') ?? [];
  const isOfList = path === list.path;
  const { data } = useQuery({
    queryKey: ['neighbours', place?.list, id],
    meta: { records: [] },
    queryFn: async () => {
      const search = list.search(new URLSearchParams(params));
      const { previous, next } = await findNeighbours(id, search, list.load);
      const toLink = (of: Neighbour<S> | undefined) =>
        of && {
          to: list.record(of.id),
          list: of.search === search ? place?.list : list.address(of.search),
        };
      return { previous: toLink(previous), next: toLink(next) };
    },
    enabled: isOfList,
    // The order is that of the list as it was left, whatever has changed since.
    staleTime: Infinity,
    retry: false,
  });
  if (!isOfList) return null;
  const opened = place?.opened ?? place?.list;
  const target = (link: { to: string; list: string | undefined } | undefined) =>
    link && { noun, to: link.to, state: { list: link.list, opened } };
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
  const label = `${relation === 'prev' ? 'Previous' : 'Next'} ${link.noun}`;
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
