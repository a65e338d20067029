import { useQuery } from '@tanstack/react-query';

import type { LeadListQuery } from '#contract/v1/lists.ts';
import { leadsQuery } from '#src/api/leads.ts';
import { filterChips, ownerNames } from '#src/api/search/own-filters.ts';
import { FilterChip } from '#src/ui/table/list-bar.tsx';

interface LeadChipsProps {
  search: LeadListQuery;
  onChange: (change: Partial<LeadListQuery>) => void;
}

/**
 * The filters of the list of leads that are set and have no menu, in words. Loaded when there are
 * any, because the first page mostly has none.
 */
export function LeadChips({ search, onChange }: LeadChipsProps) {
  // The rows that the list itself requests.
  const { data } = useQuery({ ...leadsQuery(search), enabled: false });
  return (
    <>
      {filterChips(search, ownerNames(data?.rows)).map(({ label, removed }) => (
        <FilterChip key={label} label={label} onRemove={() => onChange(removed)} />
      ))}
    </>
  );
}
