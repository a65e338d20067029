import { dealLabels } from '#contract/v1/deals.ts';
import { noValue } from '#src/lib/numbers.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
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
  return Object.entries(dealLabels)
    .filter(([name]) => !known.includes(name))
    .map(([name, header]) => ({
      name,
      header,
      soft: true,
      width: '168px',
      isExtra: true,
      cell: (row) => {
        const value: unknown = row.ok ? Reflect.get(row.record.fields, name) : '';
        if (isEmpty(value)) return row.ok ? noValue : null;
        return <DealValue name={name} label={header} value={value} />;
      },
    }));
}
