import { useMemo } from 'react';

import type { Role } from '#contract/endpoint.ts';
import { leadsPageQuery, type LeadsPageQuery } from '#src/api/records/leads.ts';
import { columnOrder, type OrderCapabilities } from '#src/api/records/list/column-order.ts';
import { changedSearch } from '#src/api/records/list/list-search.ts';
import { type ListedRows, RecordsTable } from '#src/features/records/table/records-table.tsx';
import { paths } from '#src/lib/paths.ts';
import { useAmountsWidth } from '#src/ui/elements/amount.tsx';

import { clientName, leadColumns, type LeadRow } from './lead-columns.tsx';

/** Loads the columns of further fields. */
const loadFacts = async () => ({
  factColumns: (await import('./lead-value.tsx')).leadFactColumns,
});

interface LeadsTableProps extends ListedRows<LeadRow> {
  search: LeadsPageQuery;
  /** Who looks: support sees the partner of each lead, an admin its contact. */
  readerRole: Role;
  capabilities: OrderCapabilities;
}

/** Shows one lead per row. */
export function LeadsTable({ search, readerRole, capabilities, ...rows }: LeadsTableProps) {
  const amountsWidth = useAmountsWidth();
  const hasCompany = rows.chosen?.includes('company');
  const columns = useMemo(() => {
    const order = columnOrder(capabilities, search, (sort) =>
      paths.leads(changedSearch(leadsPageQuery, search, { sort })),
    );
    return leadColumns(order, { sort: search.sort, role: readerRole, hasCompany, amountsWidth });
  }, [capabilities, search, readerRole, hasCompany, amountsWidth]);
  return (
    <RecordsTable
      {...rows}
      noun="lead"
      label="Leads"
      columns={columns}
      loadFacts={loadFacts}
      isSupport={readerRole === 'support'}
      loadingRows={search.pageSize}
      rowTo={paths.lead}
      nameOf={clientName}
    />
  );
}
