import { useMemo } from 'react';

import type { Role } from '#contract/endpoint.ts';
import { dealsPageQuery, type DealsPageQuery } from '#src/api/records/deals.ts';
import { columnOrder, type OrderCapabilities } from '#src/api/records/list/column-order.ts';
import { changedSearch } from '#src/api/records/list/list-search.ts';
import { type ListedRows, RecordsTable } from '#src/features/records/table/records-table.tsx';
import { paths } from '#src/lib/paths.ts';
import { useAmountsWidth } from '#src/ui/elements/amount.tsx';

import { dealColumns, type DealRow } from './deal-columns.tsx';
import { dealName } from './deal-status.ts';

/** Loads the columns of further fields. */
const loadFacts = async () => ({
  factColumns: (await import('./deal-value.tsx')).dealFactColumns,
});

interface DealsTableProps extends ListedRows<DealRow> {
  search: DealsPageQuery;
  /** Who looks: support sees the partner of each deal, an admin its contact. */
  readerRole: Role;
  capabilities: OrderCapabilities;
}

/** Shows one deal per row. */
export function DealsTable({ search, readerRole, capabilities, ...rows }: DealsTableProps) {
  const amountsWidth = useAmountsWidth();
  const columns = useMemo(() => {
    const order = columnOrder(capabilities, search, (sort) =>
      paths.deals(changedSearch(dealsPageQuery, search, { sort })),
    );
    return dealColumns(order, { sort: search.sort, role: readerRole, amountsWidth });
  }, [capabilities, search, readerRole, amountsWidth]);
  return (
    <RecordsTable
      {...rows}
      noun="deal"
      label="Deals"
      columns={columns}
      loadFacts={loadFacts}
      isSupport={readerRole === 'support'}
      loadingRows={search.pageSize}
      rowTo={paths.deal}
      nameOf={dealName}
    />
  );
}
