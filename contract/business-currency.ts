import { listKeys } from './typed-objects.ts';

type BusinessNumber = 'abn' | 'acn' | 'nzbn' | 'crn' | 'uen';

/** The currency of the country of each business number, in the order in which they decide. */
export const numberCurrencies: Readonly<Record<BusinessNumber, string>> = {
  abn: 'AUD',
  acn: 'AUD',
  nzbn: 'NZD',
  crn: 'GBP',
  uen: 'SGD',
};

/** The names and codes of the countries whose businesses have numbers that the contract knows. */
export const countryCurrencies: Readonly<Record<string, string>> = {
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

/** The fields of a lead that tell the country of its business, as far as it has them. */
export interface BusinessFields extends Partial<Record<BusinessNumber, string | null>> {
  readonly businessAddress?: { readonly country?: string };
}

/**
 * Returns the currency of the country of a lead's business, by its business number, else by its
 * address; null if neither shows the country.
 */
export function businessCurrency(fields: BusinessFields): string | null {
  const name = listKeys(numberCurrencies).find((each) => fields[each]);
  if (name) return numberCurrencies[name];
  return countryCurrencies[fields.businessAddress?.country?.trim().toLowerCase() ?? ''] ?? null;
}
