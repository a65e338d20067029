import { searchedLeadFields } from '#contract/portal/search.ts';
import type { AddressPart } from '#contract/v1/addresses.ts';
import type { LeadCreateFields, LeadUpdateFields } from '#contract/v1/leads.ts';
import { searchText } from '#server/db/search-words.ts';
import type { StoredAddress, StoredFields, StoredValue } from '#server/records/records.store.ts';

type Changes = LeadCreateFields | LeadUpdateFields;

/**
 * Returns the fields after a change. A field that is not sent keeps its value, and so does a part
 * of an address; null and an empty list clear a field. A creation is a change to empty fields.
 */
export function changedFields(
  stored: StoredFields,
  { brokerId: _partner, brokerRepId: _contact, ...changes }: Changes,
): StoredFields {
  const next: Record<string, StoredValue> = { ...stored };
  for (const [name, given] of Object.entries(changes)) {
    if (given === undefined) continue;
    const value = isAddress(given) ? changedAddress(stored[name], given) : given;
    if (isNothing(value)) delete next[name];
    else next[name] = value;
  }
  return next;
}

function changedAddress(
  stored: StoredValue | undefined,
  parts: Record<string, string | null | undefined>,
): StoredAddress {
  const given = Object.entries(parts).filter(([, part]) => part !== undefined);
  const all = { ...(isAddress(stored) ? stored : {}), ...Object.fromEntries(given) };
  return Object.fromEntries(
    Object.entries(all).filter((part): part is [AddressPart, string] => part[1] !== null),
  );
}

function isAddress<V>(value: V): value is Extract<V, Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNothing(value: StoredValue | null): value is null {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Returns the searchable text of a lead. */
export function leadSearchText(fields: StoredFields): string {
  const names = ['firstName', 'lastName', ...searchedLeadFields];
  return searchText(
    names.map((name) => fields[name]).map((value) => (typeof value === 'string' ? value : null)),
  );
}
