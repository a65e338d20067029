import { useQuery } from '@tanstack/react-query';

import type { Session } from '#contract/portal/accounts.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import { leadStatuses } from '#contract/v1/values.ts';
import { leadsQuery } from '#src/api/leads.ts';
import { filterChips, ownerNames, waitingOnOptions } from '#src/api/search/own-filters.ts';
import { sortOptionsFor, subStatusSortOptions } from '#src/lib/sort-options.ts';
import { choiceOf } from '#src/ui/table/filter-menu.tsx';
import { ListBar } from '#src/ui/table/list-bar.tsx';

const sortOptions = sortOptionsFor('amountRequested');
const ownSortOptions = { ...sortOptions, ...subStatusSortOptions };

interface LeadsBarProps {
  session: Session;
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
export function LeadsBar({ session, search, onChange, onClear }: LeadsBarProps) {
  const { capabilities } = session;
  const { q, status, subStatus, sort } = search;
  const own = useOwnFilters({ session, search, onChange });
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
      filters={capabilities.search ? [...filters, ...own.filters] : undefined}
      chips={own.chips}
      sorting={
        capabilities.sort
          ? {
              options: capabilities.home ? ownSortOptions : sortOptions,
              value: sort,
              onChange: (chosen) => onChange({ sort: chosen }),
            }
          : undefined
      }
      onClear={onClear}
    />
  );
}

/** Returns the filters of the portal's own records: one with a menu, and the others if set. */
function useOwnFilters({ session, search, onChange }: Omit<LeadsBarProps, 'onClear'>) {
  // The rows that the list itself requests.
  const { data } = useQuery({ ...leadsQuery(search), enabled: false });
  const options = waitingOnOptions(session.account.role === 'support');
  const chosen = [...options].filter(([, on]) => search.waitingOn.includes(on));
  const waitingOn = choiceOf(
    'Waiting on',
    [...options.keys()],
    chosen.map(([label]) => label),
    (labels) => onChange({ waitingOn: labels.flatMap((label) => options.get(label) ?? []) }),
  );
  return {
    filters: session.capabilities.home ? [waitingOn] : [],
    chips: filterChips(search, ownerNames(data?.rows)).map(({ label, removed }) => ({
      label,
      onRemove: () => onChange(removed),
    })),
  };
}
