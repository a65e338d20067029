import { fullAddress } from '#contract/v1/addresses.ts';
import {
  type LeadAnswerFieldName,
  type LeadAnswerFields,
  leadFieldNames,
  leadFields,
} from '#contract/v1/leads.ts';
import { isAddressName } from '#src/forms/lead-paths.ts';
import { plainText } from '#src/lib/plain-text.ts';
import { Value, type ValueKind } from '#src/ui/value.tsx';

/** What the fields stand for that are only answered; of the others the contract tells. */
const answeredKinds: Partial<Record<LeadAnswerFieldName, ValueKind>> = {
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
  name: LeadAnswerFieldName;
  /** What it is called, for the buttons beside it. */
  label: string;
  fields: LeadAnswerFields;
}

/** A field of a lead that has a value, for reading. */
export function LeadValue({ name, label, fields }: LeadValueProps) {
  const input = leadFieldNames.find((one) => one === name);
  if (input !== undefined && isAddressName(input)) {
    const address = fields[input];
    // A service may leave the joining of the parts to its readers.
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
