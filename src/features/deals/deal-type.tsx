import type { Deal } from '#contract/v1/deals.ts';
import { dealsBoardQuery, dealSource } from '#src/api/records/deals.ts';
import type { BoardProps, RecordType } from '#src/features/records/table/record-type.ts';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { Segmented } from '#src/ui/form/segmented.tsx';

import { dealColumns } from './deal-columns.tsx';
import { dealName } from './deal-status.ts';
import { DealsBoard } from './deals-board.tsx';

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
