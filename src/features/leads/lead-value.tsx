import { fullAddress } from '#contract/v1/addresses.ts';
import {
  type LeadResponseFieldName,
  type LeadResponseFields,
  leadFieldNames,
  leadFields,
} from '#contract/v1/leads.ts';
import { isAddressName } from '#src/forms/lead-paths.ts';
import { plainText } from '#src/lib/plain-text.ts';
import { Value, type ValueKind } from '#src/ui/elements/value.tsx';

/** Kinds of the fields that only responses have; the contract defines the kinds of the others. */
const answeredKinds: Partial<Record<LeadResponseFieldName, ValueKind>> = {
  statusSinceDate: 'time',
  subStatusSinceDate: 'time',
  lastActivityDate: 'time',
  lastCallDate: 'time',
  bankStatementsReceivedDate: 'date',
  applicationCompletedDate: 'date',
  brokerId: 'id',
  brokerRepId: 'id',
  convertedDealId: 'id',
  delegateTo: 'id',
  watchers: 'id',
};

interface LeadValueProps {
  name: LeadResponseFieldName;
  /** The field's label, for the accessible names of its buttons. */
  label: string;
  fields: LeadResponseFields;
}

/** Shows a non-empty field of a lead. */
export function LeadValue({ name, label, fields }: LeadValueProps) {
  const input = leadFieldNames.find((one) => one === name);
  if (input !== undefined && isAddressName(input)) {
    const address = fields[input];
    // Some services do not return the joined address, only its parts.
    return address.fullAddress || fullAddress(address);
  }
  const kind = answeredKinds[name] ?? (input && kinds[leadFields[input].kind]) ?? 'text';
  return <Value kind={kind} label={label} text={plainText(fields[name])} />;
}

const kinds: Readonly<Record<string, ValueKind>> = {
  email: 'email',
  phone: 'phone',
  number: 'amount',
  date: 'date',
};
