import { useQuery } from '@tanstack/react-query';

import type { Session } from '#contract/portal/accounts.ts';
import { waitingOnOptions } from '#contract/portal/waiting-on.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { type DealsPageQuery, dealsQuery } from '#src/api/deals.ts';
import { filterChips, ownerNames } from '#src/api/search/own-filters.ts';
import { sortOptionsFor, subStatusSortOptions } from '#src/lib/sort-options.ts';
import { Segmented } from '#src/ui/form/segmented.tsx';
import { choiceOf } from '#src/ui/table/filter-menu.tsx';
import { FilterChip, ListBar } from '#src/ui/table/list-bar.tsx';

const sortOptions = sortOptionsFor('amount');
const ownSortOptions = { ...sortOptions, ...subStatusSortOptions };

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

interface DealsBarProps {
  session: Session;
  search: DealsPageQuery;
  /** Called with the changed parameters; the list then returns to its first page. */
  onChange: (change: Partial<DealsPageQuery>) => void;
  /** Clears the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
}

/**
 * Shows search, filters and sort options for the list of deals, as far as the service supports
 * them.
 */
export function DealsBar({ session, search, onChange, onClear }: DealsBarProps) {
  const { capabilities } = session;
  const { q, status, subStatus, sort } = search;
  const own = useOwnFilters({ session, search, onChange });
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
      views={
        capabilities.board && (
          <Segmented
            label="Show as"
            options={views}
            value={search.view}
            onChange={(view) => onChange({ view, column: '' })}
          />
        )
      }
    />
  );
}

/** Returns the filters of the portal's own records: one with a menu, and the others if set. */
function useOwnFilters({ session, search, onChange }: Omit<DealsBarProps, 'onClear'>) {
  // The rows that the list itself requests. For a board, one row has the names of the chips.
  const isBoard = search.view === 'board';
  const { data } = useQuery({
    ...dealsQuery(isBoard ? { ...search, page: 1, pageSize: 1, cursor: '' } : search),
    enabled: isBoard && (search.brokerId !== '' || search.brokerRepId !== ''),
  });
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
    chips: filterChips(search, ownerNames(data?.rows)).map(({ label, removed }) => (
      <FilterChip key={label} label={label} onRemove={() => onChange(removed)} />
    )),
  };
}

/**
 * Returns the sub-statuses of the chosen statuses, or of all if none is chosen. A sub-status can
 * belong to several statuses.
 */
function subStatusesOf(statuses: DealsPageQuery['status']) {
  const within = statuses.length === 0 ? dealStatuses : statuses;
  return [...new Set(within.flatMap((status) => dealSubStatuses[status]))];
}
