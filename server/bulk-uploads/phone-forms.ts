import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The international dialling prefixes: of most countries, of Australia, of North America. */
const internationalPrefixes = ['00', '0011', '011'];

/**
 * Returns the digits by which a file may write a stored phone such as `61412345678`. It may be
 * dialled within its country or from abroad: `0412345678`, `412345678` (a spreadsheet drops the 0),
 * `610412345678` (the 0 in brackets), `0061412345678`.
 */
export function phoneForms(phone: string): string[] {
  const digits = digitsOf(phone);
  const abroad = [digits, ...internationalPrefixes.map((prefix) => prefix + digits)];
  const number = parsePhoneNumberFromString(phone);
  if (!number) return abroad;
  const { countryCallingCode: code, nationalNumber } = number;
  const national = digitsOf(number.formatNational());
  return [...new Set([...abroad, nationalNumber, national, code + national])];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
