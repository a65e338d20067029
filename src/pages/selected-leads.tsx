import { useQuery } from '@tanstack/react-query';

import { leadsQuery } from '#src/api/leads.ts';
import { recordId } from '#src/api/records.ts';
import { SelectionBar } from '#src/features/bulk-changes/selection-bar.tsx';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';

interface SelectedLeadsProps {
  search: Parameters<typeof leadsQuery>[0];
  selected: SelectedRows;
}

/** What can be done with the selected leads of the list. */
export function SelectedLeads({ search, selected }: SelectedLeadsProps) {
  // The rows that the list itself requests.
  const { data } = useQuery({ ...leadsQuery(search), enabled: false });
  const pageIds = data?.rows.map((row) => (row.ok ? recordId(row) : undefined)) ?? [];
  return (
    <SelectionBar
      noun="lead"
      selected={selected}
      pageIds={pageIds}
      total={data?.total}
      actions={null}
    />
  );
}
