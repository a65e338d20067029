import { fullAddress } from '#contract/v1/addresses.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { type AddressResponse, emptyResponse } from '#contract/v1/records.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';

const emptyAddress = emptyResponse(leadResponseFields).businessAddress;

/** The creation fields whose stored form differs from their form in responses. */
export const convertedNames = leadFieldNames.filter((name) =>
  ['number', 'address'].includes(leadFields[name].kind),
);
/** The value of `leadSource` unless the operator has set it, by how the lead was created. */
export const leadSources: Readonly<Record<ChangeSource | 'unknown', string>> = {
  api: 'API',
  portal: 'Portal',
  'bulk-upload': 'Bulk upload',
  operator: '',
  command: '',
  unknown: '',
};
const kinds = new Map<string, string>(leadFieldNames.map((name) => [name, leadFields[name].kind]));

/**
 * Returns a stored value of a lead's creation field for a response: texts and lists as stored,
 * numbers with two decimals, addresses with all their parts.
 */
export function presentLeadValue(name: string, stored: unknown): unknown {
  switch (kinds.get(name)) {
    case 'number':
      return Number(stored).toFixed(2);
    case 'address':
      return presentAddress(stored);
    default:
      return stored;
  }
}

function presentAddress(stored: unknown): AddressResponse {
  const parts = typeof stored === 'object' ? stored : {};
  const address = { ...emptyAddress, ...parts };
  return { ...address, fullAddress: fullAddress(address) };
}
