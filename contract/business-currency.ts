/** The names and codes of the countries whose businesses have numbers that the contract knows. */
const currencies: Readonly<Record<string, string>> = {
  australia: 'AUD',
  au: 'AUD',
  'new zealand': 'NZD',
  nz: 'NZD',
  'united kingdom': 'GBP',
  gb: 'GBP',
  uk: 'GBP',
  singapore: 'SGD',
  sg: 'SGD',
};

type BusinessNumber = 'abn' | 'acn' | 'nzbn' | 'crn' | 'uen';

/** The fields of a lead that tell the country of its business, as far as it has them. */
export interface BusinessFields extends Partial<Record<BusinessNumber, string | null>> {
  readonly businessAddress?: { readonly country?: string };
}

/**
 * Returns the currency of the country of a lead's business, which its number tells, else its
 * address; null where neither does.
 */
export function businessCurrency(fields: BusinessFields): string | null {
  if (fields.abn || fields.acn) return 'AUD';
  if (fields.nzbn) return 'NZD';
  if (fields.crn) return 'GBP';
  if (fields.uen) return 'SGD';
  return currencies[fields.businessAddress?.country?.trim().toLowerCase() ?? ''] ?? null;
}
