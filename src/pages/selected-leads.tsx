import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { selectionOf } from '#src/api/records/bulk-changes.ts';
import type { SearchedList } from '#src/api/records/exports.ts';
import { leadsQuery } from '#src/api/records/leads.ts';
import { useSession } from '#src/api/session.ts';
import { mayEditLead, mayReassignLead } from '#src/features/leads/leads.policy.ts';
import {
  BulkChangesLink,
  RecentChange,
} from '#src/features/records/bulk-changes/recent-change.tsx';
import { exportWords, SelectionBar } from '#src/features/records/selection/selection-bar.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

const ExportDialog = lazy(async () => ({
  default: (await import('#src/features/records/exports/export-dialog.tsx')).ExportDialog,
}));
const BulkChangeDialog = lazy(async () => ({
  default: (await import('#src/features/records/bulk-changes/bulk-change-dialog.tsx'))
    .BulkChangeDialog,
}));

interface SelectedLeadsProps {
  search: Parameters<typeof leadsQuery>[0];
  selected: SelectedRows;
}

/** What can be done with the selected leads of the list, and the latest change to many. */
export function SelectedLeads({ search, selected }: SelectedLeadsProps) {
  const { account, capabilities } = useSession();
  // What was selected when the dialog was opened: applying the change ends the selection.
  const [open, setOpen] = useState<{
    action: 'reassign' | 'add-note' | 'export';
    selection: ReturnType<typeof selectionOf>;
  }>();
  // The rows that the list itself requests.
  const { data } = useQuery({ ...leadsQuery(search), enabled: false });
  const searched: SearchedList = { list: 'leads', search };
  const hasChanges = capabilities.bulkChanges && mayEditLead(account.role);
  const button = (action: NonNullable<typeof open>['action'], label: string) => (
    <Button onClick={() => setOpen({ action, selection: selectionOf(selected, searched) })}>
      {label}
    </Button>
  );
  const close = () => setOpen(undefined);
  const hasSelection = selected.isAll || selected.ids.size > 0;
  return (
    <>
      {hasChanges && <BulkChangesLink />}
      <SelectionBar
        noun="lead"
        selected={selected}
        pageIds={data?.rows.map((row) => (row.ok ? row.record.id : undefined)) ?? []}
        total={data?.total}
        // Gives way to the actions: both would cover a phone's list.
        news={hasChanges && open === undefined && !hasSelection && <RecentChange />}
        actions={
          <>
            {hasChanges && mayReassignLead(account.role) && button('reassign', 'Reassign…')}
            {hasChanges && button('add-note', 'Add note…')}
            {button('export', exportWords(selected, data?.total))}
          </>
        }
      />
      {open && (
        <Suspense>
          {open.action === 'export' ? (
            <ExportDialog searched={searched} selection={open.selection} onClose={close} />
          ) : (
            <BulkChangeDialog kind={open.action} selection={open.selection} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
