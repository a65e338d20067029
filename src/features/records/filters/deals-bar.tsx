import { lazy } from 'react';

import type { DealsPageQuery } from '#src/api/records/deals.ts';
import { Segmented } from '#src/ui/form/segmented.tsx';

import { type BarProps, RecordsBar } from './list-bars.tsx';

const DealChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).DealChips,
}));

const forms = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

type ListOrBoardProps = Pick<DealsPageQuery, 'view'> & Pick<BarProps<DealsPageQuery>, 'onChange'>;

/** The choice between the list and the board of deals. */
export function ListOrBoard({ view, onChange }: ListOrBoardProps) {
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

/** The bar above the list or board of deals. */
export function DealsBar({ onChange, onClear, onWords, ...props }: BarProps<DealsPageQuery>) {
  return (
    <RecordsBar
      {...props}
      list="deals"
      amountField="amount"
      onSearch={(q) => onChange({ q })}
      onSort={(sort) => onChange({ sort })}
      chips={onClear && <DealChips {...props} onClear={onClear} onWords={onWords} />}
    />
  );
}
