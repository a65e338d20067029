import { searchText } from '#server/db/search-words.ts';

/**
 * Returns the searchable text of a deal: its name, its customer, the partner’s own reference and
 * `sfid`.
 */
export function dealSearchText(name: string, operatorFields: Readonly<Record<string, unknown>>) {
  const { customer, partnerLeadReferenceId, sfid } = operatorFields;
  const customerName =
    typeof customer === 'object' && customer && 'name' in customer ? customer.name : null;
  return searchText(
    [name, customerName, partnerLeadReferenceId, sfid].map((value) =>
      typeof value === 'string' ? value : null,
    ),
  );
}
