import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Deal } from '#contract/v1/deals.ts';
import type { DealListQuery } from '#contract/v1/lists.ts';
import type { Session } from '#contract/web/accounts.ts';
import { dealsQuery } from '#src/api/deals.ts';
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

import { DealsTable } from './deals-table.tsx';

interface DealsListProps {
  session: Session;
  search: DealListQuery;
  onSearch: (search: DealListQuery) => void;
}

/** The page of deals that the search asks for; the next one is fetched before it is wanted. */
export function DealsList({ session, search, onSearch }: DealsListProps) {
  const list = useQuery(dealsQuery(search));
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
      errorTitle="The deals could not be loaded"
      empty={<NoDeals search={search} />}
    >
      {(rows) => (
        <DealsTable
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

function useNextPage(search: DealListQuery, shown: ListPage<Deal> | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (shown === undefined || !hasNextPage(search, shown)) return;
    void queryClient.prefetchQuery(dealsQuery(pageSearch(search, search.page + 1, shown)));
  }, [queryClient, search, shown]);
}

function NoDeals({ search }: { search: DealListQuery }) {
  if (search.page > 1)
    return (
      <EmptyState
        title={`There is no page ${search.page}`}
        action={
          <LinkButton to={paths.deals(changedSearch(search, {}))}>Go to the first page</LinkButton>
        }
      />
    );
  if (isNarrowed(search))
    return (
      <EmptyState
        title="No deal matches"
        action={<LinkButton to={paths.deals()}>Clear filters</LinkButton>}
      >
        Try fewer words, or take a filter back.
      </EmptyState>
    );
  return (
    <EmptyState title="No deals yet">
      A lead that converts becomes a deal and appears here.
    </EmptyState>
  );
}
