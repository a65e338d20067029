import { dealLabels } from '#contract/v1/deals.ts';
import { fieldColumns } from '#src/ui/table/field-columns.tsx';
import type { NamedColumn } from '#src/ui/table/shown-columns.ts';

import type { DealRow } from './deal-columns.tsx';
import { DealValue } from './deal-value.tsx';

// Loaded when one of these columns is chosen.

/** Returns the columns of the fields of a deal that none of these columns has. */
export function dealFactColumns(
  columns: readonly NamedColumn<DealRow>[],
  isSupport: boolean,
): NamedColumn<DealRow>[] {
  const known = columns.map(({ name }) => name);
  // The partner, which its own people know.
  if (!isSupport) known.push('broker');
  return fieldColumns(dealLabels, known, DealValue);
}
