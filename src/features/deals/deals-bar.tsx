import type { Capabilities } from '#contract/portal/accounts.ts';
import type { DealListQuery } from '#contract/v1/lists.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { sortOptionsFor } from '#src/lib/sort-options.ts';
import { choiceOf } from '#src/ui/table/filter-menu.tsx';
import { ListBar } from '#src/ui/table/list-bar.tsx';

const sortOptions = sortOptionsFor('amount');

interface DealsBarProps {
  capabilities: Capabilities;
  search: DealListQuery;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<DealListQuery>) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
}

/**
 * Shows search, filters and sort options for the list of deals, as far as the service supports
 * them.
 */
export function DealsBar({ capabilities, search, onChange, onClear }: DealsBarProps) {
  const { q, status, subStatus, sort } = search;
  const searchBox = {
    label: 'Search deals',
    placeholder: 'Deal, client, phone, reference',
    value: q,
    onSearch: (text: string) => onChange({ q: text }),
  };
  const filters = [
    choiceOf('Status', dealStatuses, status, (chosen) => onChange({ status: chosen })),
    choiceOf('Sub-status', subStatusesOf(status), subStatus, (chosen) =>
      onChange({ subStatus: chosen }),
    ),
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

/**
 * Returns the sub-statuses of the chosen statuses, or of all if none is chosen. A sub-status can
 * belong to several statuses.
 */
function subStatusesOf(statuses: DealListQuery['status']) {
  const within = statuses.length === 0 ? dealStatuses : statuses;
  return [...new Set(within.flatMap((status) => dealSubStatuses[status]))];
}
