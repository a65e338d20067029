import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { selectionOf } from '#src/api/records/bulk-changes.ts';
import { dealsQuery } from '#src/api/records/deals.ts';
import type { SearchedList } from '#src/api/records/exports.ts';
import { exportWords, SelectionBar } from '#src/features/records/selection/selection-bar.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

const ExportDialog = lazy(async () => ({
  default: (await import('#src/features/records/exports/export-dialog.tsx')).ExportDialog,
}));

interface SelectedDealsProps {
  search: Parameters<typeof dealsQuery>[0];
  selected: SelectedRows;
}

/** What can be done with the selected deals of the list: they are exported. */
export function SelectedDeals({ search, selected }: SelectedDealsProps) {
  const [selection, setSelection] = useState<ReturnType<typeof selectionOf>>();
  // The rows that the list itself requests.
  const { data } = useQuery({ ...dealsQuery(search), enabled: false });
  const searched: SearchedList = { list: 'deals', search };
  return (
    <>
      <SelectionBar
        noun="deal"
        selected={selected}
        pageIds={data?.rows.map((row) => (row.ok ? row.record.id : undefined)) ?? []}
        total={data?.total}
        actions={
          <Button onClick={() => setSelection(selectionOf(selected, searched))}>
            {exportWords(selected, data?.total)}
          </Button>
        }
      />
      {selection && (
        <Suspense>
          <ExportDialog
            searched={searched}
            selection={selection}
            onClose={() => setSelection(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
