import type { ReactNode } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { leadsPageQuery, type LeadsPageQuery, leadsQuery } from '#src/api/records/leads.ts';
import { chosenOf, useListPage } from '#src/api/records/list/list-page.ts';
import { changedSearch, isNarrowed } from '#src/api/records/list/list-search.ts';
import { useUnread } from '#src/api/records/unread-marks.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { NoRows } from '#src/ui/table/no-rows.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

import { LeadsTable } from './leads-table.tsx';
import { mayCreateLead } from './leads.policy.ts';

interface LeadsListProps {
  session: Session;
  search: LeadsPageQuery;
  onSearch: (search: LeadsPageQuery) => void;
  selected?: SelectedRows | undefined;
  /** Shown while a row is unread. */
  unreadAction?: ReactNode;
}

/** Shows the requested page of leads. */
export function LeadsList({ session, search, onSearch, selected, unreadAction }: LeadsListProps) {
  const page = useListPage(leadsQuery, search, onSearch, session.capabilities);
  const unread = useUnread('leads', page.list.rows, session);
  return (
    <RecordList
      {...page}
      action={unread.size > 0 && unreadAction}
      errorTitle="Couldn’t load leads"
      empty={
        <NoRows
          noun="lead"
          page={search.page}
          isNarrowed={isNarrowed(leadsPageQuery, search)}
          firstPageTo={paths.leads(changedSearch(leadsPageQuery, search, {}))}
          allTo={paths.leads()}
        >
          <NoLeads mayCreate={mayCreateLead(session.account.role)} />
        </NoRows>
      }
    >
      {(rows) => (
        <LeadsTable
          rows={rows}
          changed={page.list.changed}
          unread={unread}
          isStale={page.list.isStale}
          search={search}
          selected={selected}
          chosen={chosenOf(search, session.columns?.leads)}
          readerRole={session.account.role}
          capabilities={session.capabilities}
        />
      )}
    </RecordList>
  );
}

function NoLeads({ mayCreate }: { mayCreate: boolean }) {
  if (!mayCreate)
    return <EmptyState title="No leads yet">Leads of all partners appear here.</EmptyState>;
  return (
    <EmptyState
      title="No leads yet"
      action={
        <LinkButton variant="main" to={paths.newLead()}>
          New lead
        </LinkButton>
      }
    >
      The leads you submit appear here, with their status.
    </EmptyState>
  );
}
