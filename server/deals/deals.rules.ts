import { searchText } from '#server/db/search-words.ts';

/** What a deal can be found by: its name, its customer and the partner's own reference. */
export function dealSearchText(
  name: string,
  operatorFields: Readonly<Record<string, unknown>>,
): string {
  const { customer, partnerLeadReferenceId, sfid } = operatorFields;
  const customerName =
    typeof customer === 'object' && customer && 'name' in customer ? customer.name : null;
  return searchText(
    [name, customerName, partnerLeadReferenceId, sfid].map((value) =>
      typeof value === 'string' ? value : null,
    ),
  );
}
