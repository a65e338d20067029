import { leadLabels } from '#contract/v1/lead-labels.ts';
import { noValue } from '#src/lib/numbers.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
import type { NamedColumn } from '#src/ui/table/shown-columns.ts';

import type { LeadRow } from './lead-columns.tsx';
import { LeadValue } from './lead-value.tsx';

// Loaded when one of these columns is chosen.

/** The fields that other columns have: parts of the client’s name, and the company. */
const shownElsewhere = ['firstName', 'lastName', 'companyName'];
/** The partner, which its own people know. */
const ofSupport = ['broker', 'brokerId'];

/** Returns the columns of the fields of a lead that none of these columns has. */
export function leadFactColumns(
  columns: readonly NamedColumn<LeadRow>[],
  isSupport: boolean,
): NamedColumn<LeadRow>[] {
  const known = [...columns.map(({ name }) => name), ...shownElsewhere];
  if (!isSupport) known.push(...ofSupport);
  return Object.entries<string>(leadLabels)
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
        return <LeadValue name={name} label={header} value={value} />;
      },
    }));
}
