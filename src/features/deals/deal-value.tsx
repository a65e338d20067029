import { labelsFor } from '#contract/field-labels.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import { ClientLink } from '#src/features/records/client-link.tsx';
import { fieldColumns } from '#src/features/records/table/field-columns.tsx';
import { followUpColumns } from '#src/features/records/table/follow-up-column.tsx';
import type { ColumnsSettings } from '#src/features/records/table/record-description.ts';
import { UserNames } from '#src/features/records/user-names.tsx';
import { isClientLinkField } from '#src/lib/client-links.ts';
import { valueText } from '#src/lib/value-text.ts';
import { Value, type ValueKind } from '#src/ui/elements/value.tsx';

const kinds: Readonly<Partial<Record<string, ValueKind>>> = {
  statusSinceDate: 'time',
  subStatusSinceDate: 'time',
  lastActivityDate: 'time',
  lastCallDate: 'time',
  broker: 'name',
  brokerRep: 'name',
  name: 'name',
  customer: 'name',
  amount: 'amount',
  omPrincipalAmount: 'amount',
  omPaybackAmount: 'amount',
  omDateFunded: 'date',
  sfid: 'id',
};

/** Shows a non-empty field of a deal. `label` names its buttons. */
export function DealValue({ name, label, value }: { name: string; label: string; value: unknown }) {
  if (name === 'watchers') return <UserNames value={value} />;
  if (isClientLinkField(name)) return <ClientLink field={name} address={valueText(value)} />;
  return <Value kind={kinds[name] ?? 'text'} label={label} text={valueText(value)} />;
}

/** Returns the columns of follow-ups and fields of a deal but those that are listed already. */
export function dealFieldColumns(listed: readonly string[], settings: ColumnsSettings) {
  // Beside the status.
  const known = [...listed, 'subStatus'];
  // The partner's own people don't need to see the partner.
  const isSupport = settings.role === 'support';
  if (!isSupport) known.push('broker');
  return [
    ...followUpColumns(settings),
    ...fieldColumns(labelsFor(dealLabels, isSupport), known, DealValue),
  ];
}
