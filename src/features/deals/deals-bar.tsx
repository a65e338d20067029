import type { DealListQuery } from '#contract/v1/lists.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import type { Offers } from '#contract/web/accounts.ts';
import { isNarrowed } from '#src/api/lists.ts';
import { ListBar } from '#src/ui/list-bar.tsx';

type Order = DealListQuery['sort'];

/** Every order of the interface, in words. */
const orders: Readonly<Record<string, Order>> = {
  'Newest first': { by: 'createdAt', descending: true },
  'Oldest first': { by: 'createdAt', descending: false },
  'Changed last': { by: 'updatedAt', descending: true },
  'Unchanged longest': { by: 'updatedAt', descending: false },
  'Newest in status': { by: 'statusSinceDate', descending: true },
  'Longest in status': { by: 'statusSinceDate', descending: false },
  'Largest amount': { by: 'amount', descending: true },
  'Smallest amount': { by: 'amount', descending: false },
};

interface DealsBarProps {
  offers: Offers;
  search: DealListQuery;
  /** Told what changes; the list then begins at its first page. */
  onChange: (change: Partial<DealListQuery>) => void;
}

/** Search, filters and order of the list of deals, as far as the service offers them. */
export function DealsBar({ offers, search, onChange }: DealsBarProps) {
  const { q, status, subStatus, sort } = search;
  return (
    <ListBar
      search={
        offers.search
          ? {
              label: 'Search deals',
              placeholder: 'Deal, customer, reference',
              value: q,
              onSearch: (text) => onChange({ q: text }),
            }
          : undefined
      }
      filters={
        offers.search
          ? [
              statusFilter('Status', dealStatuses, status, (chosen) =>
                onChange({ status: chosen }),
              ),
              statusFilter('Sub-status', subStatusesOf(status), subStatus, (chosen) =>
                onChange({ subStatus: chosen }),
              ),
            ]
          : undefined
      }
      order={
        offers.sort
          ? {
              options: Object.keys(orders),
              value: wordsOf(sort),
              onChange: (words) => onChange({ sort: orders[words] ?? sort }),
            }
          : undefined
      }
      onClear={
        isNarrowed(search) ? () => onChange({ q: '', status: [], subStatus: [] }) : undefined
      }
    />
  );
}

/** Those that the chosen statuses allow; of all, when none is chosen. Some stand under several statuses. */
function subStatusesOf(statuses: DealListQuery['status']) {
  const within = statuses.length === 0 ? dealStatuses : statuses;
  return [...new Set(within.flatMap((status) => dealSubStatuses[status]))];
}

function statusFilter<const Value extends string>(
  label: string,
  options: readonly Value[],
  chosen: readonly string[],
  onChange: (chosen: Value[]) => void,
) {
  return {
    label,
    options,
    chosen,
    onChange: (values: string[]) => onChange(options.filter((one) => values.includes(one))),
  };
}

function wordsOf(sort: Order): string {
  const found = Object.entries(orders).find(
    ([, order]) => order.by === sort.by && order.descending === sort.descending,
  );
  return found?.[0] ?? '';
}
