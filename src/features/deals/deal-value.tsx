import { plainText } from '#src/lib/plain-text.ts';
import { Value, type ValueKind } from '#src/ui/elements/value.tsx';

const kinds: Readonly<Partial<Record<string, ValueKind>>> = {
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
  name: string;
  /** The field's label, for the accessible names of its buttons. */
  label: string;
  value: unknown;
}

/** Shows a non-empty field of a deal. */
export function DealValue({ name, label, value }: DealValueProps) {
  return <Value kind={kinds[name] ?? 'text'} label={label} text={plainText(value)} />;
}
