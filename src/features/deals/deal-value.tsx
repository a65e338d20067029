import type { DealResponseFieldName, DealResponseFields } from '#contract/v1/deals.ts';
import { plainText } from '#src/lib/plain-text.ts';
import { Value, type ValueKind } from '#src/ui/elements/value.tsx';

const kinds: Partial<Record<DealResponseFieldName, ValueKind>> = {
  statusSinceDate: 'time',
  subStatusSinceDate: 'time',
  lastActivityDate: 'time',
  lastCallDate: 'time',
  amount: 'amount',
  omPrincipalAmount: 'amount',
  omPaybackAmount: 'amount',
  omDateFunded: 'date',
  watchers: 'id',
  sfid: 'id',
};

interface DealValueProps {
  name: DealResponseFieldName;
  /** The field's label, for the accessible names of its buttons. */
  label: string;
  fields: DealResponseFields;
}

/** Shows a non-empty field of a deal. */
export function DealValue({ name, label, fields }: DealValueProps) {
  return <Value kind={kinds[name] ?? 'text'} label={label} text={plainText(fields[name])} />;
}
