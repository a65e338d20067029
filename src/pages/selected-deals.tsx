import { useQuery } from '@tanstack/react-query';

import { dealsQuery } from '#src/api/deals.ts';
import { recordId } from '#src/api/records.ts';
import { SelectionBar } from '#src/features/bulk-changes/selection-bar.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

interface SelectedDealsProps {
  search: Parameters<typeof dealsQuery>[0];
  selected: SelectedRows;
}

/** What can be done with the selected deals of the list. */
export function SelectedDeals({ search, selected }: SelectedDealsProps) {
  // The rows that the list itself requests.
  const { data } = useQuery({ ...dealsQuery(search), enabled: false });
  const pageIds = data?.rows.map((row) => (row.ok ? recordId(row) : undefined)) ?? [];
  return (
    <SelectionBar
      noun="deal"
      selected={selected}
      pageIds={pageIds}
      total={data?.total}
      actions={null}
    />
  );
}
