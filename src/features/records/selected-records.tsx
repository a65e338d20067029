import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Change, Selection } from '#contract/portal/bulk-changes.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { later } from '#src/ui/elements/later.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

import { BulkChangesLink, RecentChange } from './bulk-changes/recent-change.tsx';
import type { StartedExport } from './exports/export-notice.tsx';
import { exportWords, SelectionBar } from './selection/selection-bar.tsx';
import type { RecordType } from './table/record-type.ts';

const BulkChangeDialog = later(
  async () => (await import('./bulk-changes/bulk-change-dialog.tsx')).BulkChangeDialog,
);

interface SelectedRecordsProps {
  records: RecordType;
  search: RecordsSearch;
  selected: SelectedRows;
  onExport: (what: StartedExport['what']) => void;
}

const changeLabels = { reassign: 'Reassign…', 'add-note': 'Add note…' } as const;

/** Shows the acts on the selected records of a list, and the latest change to many. */
export function SelectedRecords({
  records: { source, getChanges },
  search,
  selected,
  onExport,
}: SelectedRecordsProps) {
  const { account, capabilities } = useSession();
  // What was selected when the dialog was opened: applying the change ends the selection.
  const [open, setOpen] = useState<{ kind: Change['kind']; selection: Selection }>();
  // The rows that the list itself requests.
  const { data } = useQuery({ ...source.query(search), enabled: false });
  const changes = capabilities.bulkChanges ? getChanges(account.role) : [];
  const selection = selected.isAll
    ? { query: source.params(search).toString() }
    : { ids: [...selected.ids] };
  const close = () => setOpen(undefined);
  const hasSelection = selected.isAll || selected.ids.size > 0;
  return (
    <>
      {changes.length > 0 && <BulkChangesLink />}
      <SelectionBar
        type={source.type}
        selected={selected}
        pageIds={data?.rows.map((row) => (row.ok ? row.record.id : undefined)) ?? []}
        total={data?.total}
        // Gives way to the actions: both would cover a phone's list.
        news={changes.length > 0 && open === undefined && !hasSelection && <RecentChange />}
        actions={
          <>
            {changes.map((kind) => (
              <Button key={kind} onClick={() => setOpen({ kind, selection })}>
                {changeLabels[kind]}
              </Button>
            ))}
            <Button onClick={() => onExport({ selection })}>
              {exportWords(selected, data?.total)}
            </Button>
          </>
        }
      />
      {open && <BulkChangeDialog {...open} onClose={close} />}
    </>
  );
}
