import type { Role } from '#contract/endpoint.ts';
import { labelsFor } from '#contract/field-labels.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import { UserNames } from '#src/api/contacts.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import type { ListedRecord } from '#src/api/records/list/record-source.ts';
import { fieldColumns } from '#src/features/records/table/field-columns.tsx';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { plainText } from '#src/lib/plain-text.ts';
import { isClientLinkField, ClientLink } from '#src/ui/elements/client-link.tsx';
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
  if (name === 'watchers') return <UserNames value={value} />;
  if (isClientLinkField(name)) return <ClientLink field={name} address={plainText(value)} />;
  return <Value kind={kinds[name] ?? 'text'} label={label} text={plainText(value)} />;
}

/** Returns the columns of the fields of a deal but those that are listed already. */
export function dealFieldColumns(
  listed: readonly string[],
  role: Role,
): NamedColumn<ReadRecord<ListedRecord>>[] {
  // Beside the status.
  const known = [...listed, 'subStatus'];
  // The partner, which its own people know.
  const isSupport = role === 'support';
  if (!isSupport) known.push('broker');
  return fieldColumns(labelsFor(dealLabels, isSupport), known, DealValue);
}
