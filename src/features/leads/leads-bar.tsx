import { lazy, Suspense } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { waitingOnOptions } from '#contract/portal/waiting-on.ts';
import type { LeadListQuery } from '#contract/v1/lists.ts';
import { leadStatuses } from '#contract/v1/values.ts';
import { sortOptionsFor, subStatusSortOptions } from '#src/lib/sort-options.ts';
import { choiceOf } from '#src/ui/table/filter-menu.tsx';
import { ListBar } from '#src/ui/table/list-bar.tsx';

const LeadChips = lazy(async () => ({
  default: (await import('./lead-chips.tsx')).LeadChips,
}));

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
      filters={
        capabilities.search ? [...filters, ...ownMenus({ session, search, onChange })] : undefined
      }
      chips={
        hasChips(search) && (
          <Suspense>
            <LeadChips search={search} onChange={onChange} />
          </Suspense>
        )
      }
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

/** Returns the menus of filters that only the portal's own records have. */
function ownMenus({ session, search, onChange }: Omit<LeadsBarProps, 'onClear'>) {
  if (!session.capabilities.home) return [];
  const options = waitingOnOptions(session.account.role === 'support');
  const chosen = [...options].filter(([, on]) => search.waitingOn.includes(on));
  return [
    choiceOf(
      'Waiting on',
      [...options.keys()],
      chosen.map(([label]) => label),
      (labels) => onChange({ waitingOn: labels.flatMap((label) => options.get(label) ?? []) }),
    ),
  ];
}

/** Returns whether a filter is set that has no menu. */
function hasChips(search: LeadListQuery): boolean {
  const { changedSince, createdSince, createdBefore, outcome, brokerId, brokerRepId } = search;
  return [changedSince, createdSince, createdBefore, outcome, brokerId, brokerRepId].some(
    ({ length }) => length > 0,
  );
}
