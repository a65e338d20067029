import type { Role } from '#contract/endpoint.ts';
import type { Capabilities } from '#contract/portal/accounts.ts';
import type { UnreadRecord } from '#contract/portal/lists/unread.ts';
import { leadsPageQuery, type LeadsPageQuery } from '#src/api/leads.ts';
import { recordId } from '#src/api/records.ts';
import { columnOrder } from '#src/api/search/column-order.ts';
import { changedSearch } from '#src/api/search/list-search.ts';
import { unreadInWords } from '#src/api/unread/unread-marks.ts';
import { paths } from '#src/lib/paths.ts';
import { useLoaded } from '#src/lib/use-loaded.ts';
import type { SelectedRows } from '#src/ui/table/row-selection.tsx';
import { shownColumns, widthOf } from '#src/ui/table/shown-columns.ts';
import { Table } from '#src/ui/table/table.tsx';

import { clientName, leadColumns, type LeadRow } from './lead-columns.tsx';

/** Loads the columns of further fields. */
const loadLeadFacts = async () => import('./lead-value.tsx');

interface LeadsTableProps {
  rows: readonly LeadRow[] | undefined;
  isStale: boolean;
  /** The ids of rows whose values changed just now. */
  changed?: ReadonlySet<string | undefined> | undefined;
  /** What is selected; undefined if nothing can be selected. */
  selected?: SelectedRows | undefined;
  /** The rows that are unread, by their ids. */
  unread?: ReadonlyMap<string | undefined, UnreadRecord>;
  search: LeadsPageQuery;
  /** The names of the chosen columns; none: the usual ones. */
  chosen?: readonly string[];
  /** Who looks: support sees the partner of each lead, an admin its contact. */
  readerRole: Role;
  capabilities: Pick<Capabilities, 'sort' | 'home'>;
}

/** Shows one lead per row. A lead that cannot be parsed becomes a marked row. */
export function LeadsTable({
  rows,
  isStale,
  changed,
  unread,
  search,
  selected,
  chosen = [],
  readerRole,
  capabilities,
}: LeadsTableProps) {
  const order = columnOrder(capabilities, search.sort, (sort) =>
    paths.leads(changedSearch(leadsPageQuery, search, { sort })),
  );
  const columns = [...leadColumns(order, { sort: search.sort, role: readerRole })];
  const facts = useLoaded(
    chosen.some((name) => columns.every((column) => column.name !== name)),
    loadLeadFacts,
  );
  if (facts) columns.push(...facts.leadFactColumns(columns, readerRole === 'support'));
  const shown = shownColumns(columns, chosen);
  return (
    <Table
      label="Leads"
      columns={shown}
      minWidth={chosen.length > 0 ? widthOf(shown) : undefined}
      rows={rows}
      stale={isStale}
      loadingRows={search.pageSize}
      rowTo={(row) => paths.lead(row.ok ? row.record.id : '')}
      rowError={rowErrorOf}
      unreadText={(row) => unreadInWords(unread?.get(recordId(row)))}
      isChanged={(row) => changed?.has(recordId(row)) ?? false}
      selection={selected && { selected, idsOf, nameOf }}
    />
  );
}

function rowErrorOf(row: LeadRow): string | undefined {
  if (row.ok) return undefined;
  const id = row.id === undefined ? '' : ` (${row.id})`;
  return `This lead${id} couldn’t be displayed. The others are not affected. Contact support.`;
}

/** Only what can be displayed can be selected. */
const idsOf = (row: LeadRow) => (row.ok ? [row.record.id] : []);
const nameOf = (row: LeadRow) => (row.ok ? clientName(row.record) : '');
