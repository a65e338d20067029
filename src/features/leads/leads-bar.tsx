import type { LeadListQuery } from '#contract/v1/lists.ts';
import { leadStatuses } from '#contract/v1/values.ts';
import type { Offers } from '#contract/web/accounts.ts';
import { isNarrowed } from '#src/api/lists.ts';
import { ListBar } from '#src/ui/list-bar.tsx';

type Order = LeadListQuery['sort'];

/** Every order of the interface, in words. */
const orders: Readonly<Record<string, Order>> = {
  'Newest first': { by: 'createdAt', descending: true },
  'Oldest first': { by: 'createdAt', descending: false },
  'Changed last': { by: 'updatedAt', descending: true },
  'Unchanged longest': { by: 'updatedAt', descending: false },
  'Newest in status': { by: 'statusSinceDate', descending: true },
  'Longest in status': { by: 'statusSinceDate', descending: false },
  'Largest amount': { by: 'amountRequested', descending: true },
  'Smallest amount': { by: 'amountRequested', descending: false },
};

interface LeadsBarProps {
  offers: Offers;
  search: LeadListQuery;
  /** Told what changes; the list then begins at its first page. */
  onChange: (change: Partial<LeadListQuery>) => void;
}

/** Search, filters and order of the list of leads, as far as the service offers them. */
export function LeadsBar({ offers, search, onChange }: LeadsBarProps) {
  const { q, status, subStatus, sort } = search;
  return (
    <ListBar
      search={
        offers.search
          ? {
              label: 'Search leads',
              placeholder: 'Name, company, phone, reference',
              value: q,
              onSearch: (text) => onChange({ q: text }),
            }
          : undefined
      }
      filters={
        offers.search
          ? [
              statusFilter('Status', status, (chosen) => onChange({ status: chosen })),
              statusFilter('Sub-status', subStatus, (chosen) => onChange({ subStatus: chosen })),
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

function statusFilter(
  label: string,
  chosen: LeadListQuery['status'],
  onChange: (chosen: LeadListQuery['status']) => void,
) {
  return {
    label,
    options: leadStatuses,
    chosen,
    onChange: (values: string[]) => onChange(leadStatuses.filter((one) => values.includes(one))),
  };
}

function wordsOf(sort: Order): string {
  const found = Object.entries(orders).find(
    ([, order]) => order.by === sort.by && order.descending === sort.descending,
  );
  return found?.[0] ?? '';
}
