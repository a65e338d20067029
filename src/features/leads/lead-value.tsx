import { labelsFor } from '#contract/field-labels.ts';
import { fullAddress } from '#contract/v1/addresses.ts';
import { businessNumberNames } from '#contract/v1/business-numbers.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { addressResponse } from '#contract/v1/records.ts';
import { ClientLink } from '#src/features/records/client-link.tsx';
import { fieldColumns } from '#src/features/records/table/field-columns.tsx';
import { followUpColumns } from '#src/features/records/table/follow-up-column.tsx';
import type { ColumnsSettings } from '#src/features/records/table/record-description.ts';
import { UserNames } from '#src/features/records/user-names.tsx';
import { isAddressName } from '#src/forms/lead-values.ts';
import { isClientLinkField } from '#src/lib/client-links.ts';
import { valueText } from '#src/lib/value-text.ts';
import { compactNumber, formatBusinessNumber } from '#src/lib/values/number-formats.ts';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Value, type ValueKind } from '#src/ui/elements/value.tsx';

import { ofSupport } from './lead-groups.ts';

/** Kinds of the fields that only responses have; the contract defines the kinds of the others. */
const answeredKinds: Readonly<Partial<Record<string, ValueKind>>> = {
  statusSinceDate: 'time',
  subStatusSinceDate: 'time',
  lastActivityDate: 'time',
  lastCallDate: 'time',
  bankStatementsReceivedDate: 'date',
  applicationCompletedDate: 'date',
  broker: 'name',
  brokerRep: 'name',
  brokerId: 'id',
  brokerRepId: 'id',
  convertedDealId: 'id',
};

interface LeadValueProps {
  name: string;
  /** The field's label, for the accessible names of its buttons. */
  label: string;
  value: unknown;
  /** Whether a business number has a button that copies it. */
  canCopy?: boolean;
}

/** Shows a non-empty field of a lead. */
export function LeadValue({ name, label, value, canCopy = false }: LeadValueProps) {
  const input = leadFieldNames.find((one) => one === name);
  if (businessNumberNames.some((one) => one === name))
    return <BusinessNumber {...{ name, label, canCopy }} text={valueText(value)} />;
  if (isClientLinkField(name)) return <ClientLink field={name} address={valueText(value)} />;
  if (name === 'delegateTo' || name === 'watchers') return <UserNames value={value} />;
  if (input !== undefined && isAddressName(input))
    return <Value kind="name" label={label} text={addressText(value)} />;
  const kind = answeredKinds[name] ?? (input && kinds[leadFields[input].kind]) ?? 'text';
  return <Value kind={kind} label={label} text={valueText(value)} />;
}

interface BusinessNumberProps extends Pick<LeadValueProps, 'name' | 'label'> {
  text: string;
  canCopy: boolean;
}

/**
 * Shows a business number as its register prints it. The button copies it without spaces, which
 * every form of a register or lender takes.
 */
function BusinessNumber({ name, label, text, canCopy }: BusinessNumberProps) {
  const shown = formatBusinessNumber(name, text);
  const number = <Value kind="name" label={label} text={shown} />;
  if (!canCopy) return number;
  return (
    <>
      {number} <CopyButton value={compactNumber(text)} label={`Copy ${label}`} iconOnly />
    </>
  );
}

function addressText(value: unknown): string {
  const { success, data } = addressResponse.safeParse(value);
  // Some services do not return the joined address, only its parts.
  return success ? data.fullAddress || fullAddress(data) : valueText(value);
}

const kinds: Readonly<Record<string, ValueKind>> = {
  text: 'name',
  email: 'email',
  phone: 'phone',
  number: 'amount',
  date: 'date',
};

/** The fields that other columns have: of the client’s name, the company, beside the status. */
const shownElsewhere = ['firstName', 'lastName', 'companyName', 'subStatus'];
/** Returns the columns of follow-ups and fields of a lead but those that are listed already. */
export function leadFieldColumns(listed: readonly string[], settings: ColumnsSettings) {
  const known = [...listed, ...shownElsewhere];
  const isSupport = settings.role === 'support';
  if (!isSupport) known.push(...ofSupport);
  return [
    ...followUpColumns(settings),
    ...fieldColumns(labelsFor(leadLabels, isSupport), known, LeadValue),
  ];
}
