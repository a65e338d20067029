import type { BusinessCountry } from './lead-sections.ts';

/**
 * The options for a business's country: those whose business numbers the API accepts, and another
 * country.
 */
export const businessCountries: readonly { value: BusinessCountry; label: string }[] = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
  { value: 'GB', label: 'United Kingdom' },
  { value: 'SG', label: 'Singapore' },
  { value: 'other', label: 'Another country' },
];

const otherNames: Readonly<Record<string, BusinessCountry>> = {
  au: 'AU',
  aus: 'AU',
  nz: 'NZ',
  nzl: 'NZ',
  aotearoa: 'NZ',
  uk: 'GB',
  gb: 'GB',
  gbr: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  sg: 'SG',
  sgp: 'SG',
};

/** Returns the country that an address names as free text; undefined for an empty text. */
export function namedCountry(text: string): BusinessCountry | undefined {
  const name = text.trim().toLowerCase();
  if (name === '') return undefined;
  const listed = businessCountries.find(({ label }) => label.toLowerCase() === name);
  return listed?.value ?? otherNames[name] ?? 'other';
}

/** Returns the country of a selected option. */
export function chosenCountry(value: string): BusinessCountry {
  return businessCountries.find((country) => country.value === value)?.value ?? 'other';
}
