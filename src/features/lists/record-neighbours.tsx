import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { dealsPageQuery, dealsQuery } from '#src/api/deals.ts';
import { leadsPageQuery, leadsQuery } from '#src/api/leads.ts';
import type { ListPage, PageSearch, RecordRow } from '#src/api/lists.ts';
import { supportedSearch } from '#src/api/search/list-search.ts';
import { useSession } from '#src/api/session.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';

import { findNeighbours, type Neighbour, placeIn } from './neighbours.ts';

import s from './record-neighbours.module.css';

/** Links to the leads before and after a lead in the list that it was opened from. */
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

/** Links to the deals before and after a deal in the list that it was opened from. */
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
  const place = placeIn(useLocation().state);
  const [path, params = ''] = place?.list.split('?') ?? [];
  const isOfList = path === list.path;
  const { data } = useQuery({
    queryKey: ['neighbours', place?.list, id],
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
  const link = (target: NeighbourTarget | undefined) =>
    target && { to: target.to, state: { list: target.list, opened } };
  return (
    <nav className={s.neighbours} aria-label={`Other ${noun}s of the list`}>
      <NeighbourLink relation="prev" label={`Previous ${noun}`} link={link(data?.previous)}>
        <ChevronLeft aria-hidden />
      </NeighbourLink>
      <NeighbourLink relation="next" label={`Next ${noun}`} link={link(data?.next)}>
        <ChevronRight aria-hidden />
      </NeighbourLink>
    </nav>
  );
}

interface NeighbourTarget {
  readonly to: string;
  readonly list: string | undefined;
}

interface NeighbourLinkProps {
  relation: 'prev' | 'next';
  label: string;
  link: { readonly to: string; readonly state: object } | undefined;
  children: ReactNode;
}

/** An icon that links to a neighbour; without one it keeps its place. */
function NeighbourLink({ relation, label, link, children }: NeighbourLinkProps) {
  if (link === undefined)
    return (
      <span className={s.end} aria-hidden>
        {children}
      </span>
    );
  // Replaces the entry in the history, so that Back returns to the list.
  return (
    <Link
      {...link}
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
