import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';

import { tidied } from './tidy-text.ts';

/** Countries a phone without a code is likely to be from: those of the specification's business numbers. */
export const likelyCountries: readonly string[] = ['AU', 'NZ', 'GB', 'SG'];

/** `+61`, where the country is known to have a calling code. */
export function callingCode(country: string): string | undefined {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : undefined;
}

/**
 * A phone without `+` as the contract wants it, where it is a real number: of the country its row names, else of the chosen one, else
 * with the code of one of the likely countries at its start.
 */
export function mendedPhone(
  text: string,
  chosen: string,
  ofRow: string | undefined,
): string | undefined {
  const digits = tidied(text).normalize('NFKC').replaceAll(/\D/g, '');
  for (const country of [ofRow, chosen]) {
    const found = country && isSupportedCountry(country) && realNumber(digits, country);
    if (found) return found;
  }
  const international = realNumber(`+${digits}`);
  const isLikely = likelyCountries.some((one) =>
    digits.startsWith(getCountryCallingCode(one as CountryCode)),
  );
  return isLikely ? international : undefined;
}

function realNumber(digits: string, country?: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isValid() ? number.number : undefined;
}
