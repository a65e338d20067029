import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useMemo, useState } from 'react';

import { leadsQuery, useLeadsSearch } from '#src/api/records/leads.ts';
import { useSession } from '#src/api/session.ts';
import { LeadsList } from '#src/features/leads/leads-list.tsx';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { ExportButton } from '#src/features/records/exports/export-button.tsx';
import { LeadsBar } from '#src/features/records/filters/list-bars.tsx';
import { SelectButton } from '#src/features/records/selection/select-button.tsx';
import { ViewsButton } from '#src/features/records/views/views-button.tsx';
import { loadLater } from '#src/lib/load-later.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { FilterMenu } from '#src/ui/table/filter-menu.tsx';
import { useSelectedRows } from '#src/ui/table/row-selection.tsx';

const SelectedLeads = lazy(async () =>
  loadLater(async () => (await import('./selected-leads.tsx')).SelectedLeads),
);
const MarkAllRead = lazy(async () => ({
  default: (await import('#src/features/records/mark-all-read.tsx')).MarkAllRead,
}));
const InvalidSearch = lazy(async () => ({
  default: (await import('#src/features/records/filters/invalid-search.tsx')).InvalidSearch,
}));
const LeadColumnsChoice = lazy(async () => ({
  default: (await import('./columns-choice.tsx')).LeadColumnsChoice,
}));

/** The list of leads. Filters, order and page are in the address. */
export function Component() {
  const session = useSession();
  const { capabilities } = session;
  const [words, setWords] = useState('');
  const [viewName, setViewName] = useState('');
  const { search, listSearch, filters, invalidFilters, ...changes } = useLeadsSearch(capabilities);
  const { onSearch, onChange, onFilters, onClear, onDisplay } = changes;
  const selected = useSelectedRows(`leads?${filters}`);
  const mayCreate = mayCreateLead(session.account.role);
  const isInvalid = invalidFilters.length > 0;
  const canSelect = capabilities.exports && !isInvalid;
  // A bar for a single button would be a row for it.
  const hasBar = capabilities.search || capabilities.sort;
  const columns = useMemo(
    () => (
      <FilterMenu label="Columns" chosen={[]}>
        {() => <LeadColumnsChoice {...{ session, onDisplay }} search={listSearch} />}
      </FilterMenu>
    ),
    [session, listSearch, onDisplay],
  );
  // Not rendered again for another page.
  const bar = useMemo(
    () => (
      <LeadsBar
        {...{ session, onChange, onFilters, onClear }}
        search={listSearch}
        onWords={setWords}
        columns={hasBar && columns}
      />
    ),
    [session, listSearch, onChange, onFilters, onClear, hasBar, columns],
  );
  return (
    <>
      <PageHeader
        title="Leads"
        subtitle={viewName || words}
        actions={
          <>
            <ViewsButton list="leads" session={session} onName={setViewName} />
            {canSelect && (
              <ExportButton
                searched={{ list: 'leads', search }}
                query={leadsQuery(search)}
                filters={filters}
              />
            )}
            {canSelect && <SelectButton {...{ selected, filters }} query={leadsQuery(search)} />}
            {!hasBar && columns}
            {mayCreate && <LinkButton to={paths.drafts()}>Drafts</LinkButton>}
          </>
        }
        mainAction={
          mayCreate && (
            <LinkButton variant="main" to={paths.newLead()}>
              <Plus aria-hidden />
              New lead
            </LinkButton>
          )
        }
      />
      {bar}
      {isInvalid ? (
        <Suspense>
          <InvalidSearch names={invalidFilters} onClear={() => onChange({})} />
        </Suspense>
      ) : (
        <LeadsList
          {...{ session, search, onSearch }}
          selected={canSelect ? selected : undefined}
          unreadAction={
            <Suspense>
              <MarkAllRead />
            </Suspense>
          }
        />
      )}
      {canSelect && (
        <Suspense>
          <SelectedLeads {...{ search, selected }} />
        </Suspense>
      )}
    </>
  );
}
