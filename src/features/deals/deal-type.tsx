import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import { type Deal, dealLabels } from '#contract/v1/deals.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { dealsBoardQuery, dealSource } from '#src/api/records/deals.ts';
import { field, sharedColumns } from '#src/features/records/table/record-columns.tsx';
import type {
  BoardProps,
  RecordType,
  ColumnsSettings,
} from '#src/features/records/table/record-type.ts';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { Segmented } from '#src/ui/form/segmented.tsx';

import { dealName, otherCustomerName } from './deal-status.ts';
import { DealsBoard } from './deals-board.tsx';

/** Returns all columns of the list, in their order. */
export function dealColumns(settings: ColumnsSettings): readonly NamedColumn<ReadRecord<Deal>>[] {
  const { role } = settings;
  const shared = sharedColumns<Deal>(settings, {
    amountField: 'amount',
    getAmount: ({ fields }) => ({ value: fields.amount }),
    getTone: dealTone,
    getWait: ({ fields }) => dealWait(fields),
  });
  return [
    {
      name: 'name',
      header: dealLabels.name,
      card: 'title',
      isVerbatim: true,
      cell: field(dealName),
      below: field(otherCustomerName),
    },
    { ...shared.status, width: '200px' },
    shared.waitingOn,
    shared.amount,
    ...(role === 'support' ? [shared.broker] : []),
    shared.brokerRep,
    ...shared.times,
  ];
}

/** Describes deals for their list and board. */
export const dealType: RecordType<Deal> = {
  source: dealSource,
  title: 'Deals',
  amountField: 'amount',
  getName: dealName,
  getColumns: dealColumns,
  loadFieldColumns: async () => (await import('./deal-value.tsx')).dealFieldColumns,
  renderEmpty: () => (
    <EmptyState title="No deals yet">
      A lead that converts becomes a deal and appears here.
    </EmptyState>
  ),
  getChanges: () => [],
  board: { Board: DealsBoard, Switch: ListOrBoard, query: dealsBoardQuery },
};

const forms = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

/** The choice between the list and the board. */
function ListOrBoard({
  search: { view = 'list' },
  onChange,
}: Pick<BoardProps, 'search' | 'onChange'>) {
  return (
    <Segmented
      label="Show as"
      size="medium"
      options={forms}
      value={view}
      onChange={(chosen) => onChange({ view: chosen, column: '' })}
    />
  );
}
