import type { Session } from '#contract/portal/accounts.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/lists.ts';
import { dealsQuery } from '#src/api/deals.ts';
import { useListPage } from '#src/api/list-page.ts';
import { changedSearch, isNarrowed } from '#src/api/search/list-search.ts';
import { paths } from '#src/lib/paths.ts';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { NoRows } from '#src/ui/table/no-rows.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';

import { DealsTable } from './deals-table.tsx';

interface DealsListProps {
  session: Session;
  search: DealListQuery;
  onSearch: (search: DealListQuery) => void;
}

/** Shows the requested page of deals. */
export function DealsList({ session, search, onSearch }: DealsListProps) {
  const page = useListPage(dealsQuery, search, onSearch, session.capabilities);
  return (
    <RecordList
      {...page}
      errorTitle="Couldn’t load deals"
      empty={
        <NoRows
          noun="deal"
          page={search.page}
          isNarrowed={isNarrowed(dealListQuery, search)}
          firstPageTo={paths.deals(changedSearch(dealListQuery, search, {}))}
          allTo={paths.deals()}
        >
          <EmptyState title="No deals yet">
            A lead that converts becomes a deal and appears here.
          </EmptyState>
        </NoRows>
      }
    >
      {(rows) => (
        <DealsTable
          rows={rows}
          changed={page.list.held?.changed}
          isStale={page.list.isStale}
          search={search}
          isPartnerShown={session.account.role === 'support'}
          canSort={session.capabilities.sort}
        />
      )}
    </RecordList>
  );
}
