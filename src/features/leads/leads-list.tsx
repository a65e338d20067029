import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Lead } from '#contract/v1/leads.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import type { Session } from '#contract/web/accounts.ts';
import { leadsQuery } from '#src/api/leads.ts';
import {
  changedSearch,
  hasNextPage,
  isNarrowed,
  type ListPage,
  pageSearch,
} from '#src/api/lists.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { RecordList } from '#src/ui/record-list.tsx';
import { EmptyState } from '#src/ui/states.tsx';

import { LeadsTable } from './leads-table.tsx';
import { mayCreateLead } from './leads.policy.ts';

interface LeadsListProps {
  session: Session;
  search: LeadListQuery;
  onSearch: (search: LeadListQuery) => void;
}

/** The page of leads that the search asks for; the next one is fetched before it is wanted. */
export function LeadsList({ session, search, onSearch }: LeadsListProps) {
  const list = useQuery(leadsQuery(search));
  const { data, isPlaceholderData: isStale } = list;
  useNextPage(search, isStale ? undefined : data);
  const goTo = (page: number) => onSearch(pageSearch(search, page, data));

  return (
    <RecordList
      list={{
        rows: data?.rows,
        total: data?.total ?? (session.offers.count ? 'many' : undefined),
        isStale,
        error: list.error,
        isFetching: list.isFetching,
        onRetry: () => void list.refetch(),
      }}
      page={search.page}
      pageSize={search.pageSize}
      onPage={goTo}
      onPageSize={(pageSize) => onSearch({ ...search, pageSize, page: 1, cursor: '' })}
      errorTitle="The leads could not be loaded"
      empty={<NoLeads session={session} search={search} />}
    >
      {(rows) => (
        <LeadsTable
          rows={rows}
          isStale={isStale}
          search={search}
          isPartnerShown={session.account.role === 'support'}
          canSort={session.offers.sort}
        />
      )}
    </RecordList>
  );
}

function useNextPage(search: LeadListQuery, shown: ListPage<Lead> | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (shown === undefined || !hasNextPage(search, shown)) return;
    void queryClient.prefetchQuery(leadsQuery(pageSearch(search, search.page + 1, shown)));
  }, [queryClient, search, shown]);
}

function NoLeads({ session, search }: Pick<LeadsListProps, 'session' | 'search'>) {
  if (search.page > 1)
    return (
      <EmptyState
        title={`There is no page ${search.page}`}
        action={
          <LinkButton to={paths.leads(changedSearch(search, {}))}>Go to the first page</LinkButton>
        }
      />
    );
  if (isNarrowed(search))
    return (
      <EmptyState
        title="No lead matches"
        action={<LinkButton to={paths.leads()}>Clear filters</LinkButton>}
      >
        Try fewer words, or take a filter back.
      </EmptyState>
    );
  const mayCreate = mayCreateLead(session.account.role);
  return (
    <EmptyState
      title="No leads yet"
      action={
        mayCreate ? (
          <LinkButton variant="main" to={paths.newLead()}>
            New lead
          </LinkButton>
        ) : undefined
      }
    >
      {mayCreate
        ? 'The leads you submit appear here, with their status.'
        : 'Leads of all partners appear here.'}
    </EmptyState>
  );
}
