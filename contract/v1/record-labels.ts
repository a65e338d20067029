import { dealLabels } from './deals.ts';
import { leadLabels } from './lead-labels.ts';
import type { RecordType } from './record-types.ts';

/** The labels of the fields of each type. */
export const recordLabels: Readonly<Record<RecordType, Readonly<Record<string, string>>>> = {
  lead: leadLabels,
  deal: dealLabels,
};
