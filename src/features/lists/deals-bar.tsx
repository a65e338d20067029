import { lazy } from 'react';

import type { DealsPageQuery } from '#src/api/deals.ts';

import { type BarProps, RecordsBar } from './list-bars.tsx';

const DealChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).DealChips,
}));

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
