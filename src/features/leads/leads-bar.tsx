import type { Capabilities } from '#contract/portal/accounts.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import { leadStatuses } from '#contract/v1/values.ts';
import { sortOptionsFor } from '#src/lib/sort-options.ts';
import { choiceOf } from '#src/ui/table/filter-menu.tsx';
import { ListBar } from '#src/ui/table/list-bar.tsx';

const sortOptions = sortOptionsFor('amountRequested');

interface LeadsBarProps {
  capabilities: Capabilities;
  search: LeadListQuery;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<LeadListQuery>) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
}

/**
 * Shows search, filters and sort options for the list of leads, as far as the service supports
 * them.
 */
export function LeadsBar({ capabilities, search, onChange, onClear }: LeadsBarProps) {
  const { q, status, subStatus, sort } = search;
  const searchBox = {
    label: 'Search leads',
    placeholder: 'Name, company, phone, reference',
    value: q,
    onSearch: (text: string) => onChange({ q: text }),
  };
  const filters = [
    choiceOf('Status', leadStatuses, status, (chosen) => onChange({ status: chosen })),
    choiceOf('Sub-status', leadStatuses, subStatus, (chosen) => onChange({ subStatus: chosen })),
  ];
  return (
    <ListBar
      search={capabilities.search ? searchBox : undefined}
      filters={capabilities.search ? filters : undefined}
      sorting={
        capabilities.sort
          ? { options: sortOptions, value: sort, onChange: (chosen) => onChange({ sort: chosen }) }
          : undefined
      }
      onClear={onClear}
    />
  );
}
