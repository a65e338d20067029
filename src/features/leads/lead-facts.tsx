import { leadLabels } from '#contract/v1/lead-labels.ts';
import { fieldColumns } from '#src/ui/table/field-columns.tsx';
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
  return fieldColumns(leadLabels, known, LeadValue);
}
