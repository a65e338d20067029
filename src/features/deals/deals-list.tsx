import type { ReactNode } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { type DealsPageQuery, dealsQuery } from '#src/api/records/deals.ts';
import { chosenOf, useListPage } from '#src/api/records/list/list-page.ts';
import { useUnread } from '#src/api/records/unread-marks.ts';
import { RecordList } from '#src/ui/table/record-list.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

import { DealsTable } from './deals-table.tsx';
import { NoDeals } from './no-deals.tsx';

interface DealsListProps {
  session: Session;
  search: DealsPageQuery;
  onSearch: (search: DealsPageQuery) => void;
  selected?: SelectedRows | undefined;
  /** Shown while a row is unread. */
  unreadAction?: ReactNode;
}

/** Shows the requested page of deals. */
export function DealsList({ session, search, onSearch, selected, unreadAction }: DealsListProps) {
  const page = useListPage(dealsQuery, search, onSearch, session.capabilities);
  const unread = useUnread('deals', page.list.rows, session);
  return (
    <RecordList
      {...page}
      action={unread.size > 0 && unreadAction}
      errorTitle="Couldn’t load deals"
      empty={<NoDeals search={search} />}
    >
      {(rows) => (
        <DealsTable
          rows={rows}
          changed={page.list.changed}
          unread={unread}
          isStale={page.list.isStale}
          search={search}
          selected={selected}
          chosen={chosenOf(search, session.columns?.deals)}
          readerRole={session.account.role}
          capabilities={session.capabilities}
        />
      )}
    </RecordList>
  );
}
