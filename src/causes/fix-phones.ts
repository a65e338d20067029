import { planOf } from '#src/lib/phone-plans.ts';
import { certainPhone, writtenPhone } from '#src/lib/phone-readings.ts';

import { tidied } from './tidy-text.ts';

/** Countries a phone without a code is likely to be from: those of the specification's business numbers. */
export const likelyCountries: readonly string[] = ['AU', 'NZ', 'GB', 'SG'];

/** `+61`, where the country is known to have a calling code. */
export function callingCode(country: string): string | undefined {
  const plan = planOf(country);
  return plan && `+${plan.code}`;
}

/** The last text taken apart: one cell is read in several countries in turn. */
let last = { text: '', phone: writtenPhone('') };

/** A phone without `+` as the contract wants it, where it is certain in the country that its row names, or else in the chosen one; a row that names none gives `''` or nothing. */
export function fixedPhone(
  text: string,
  chosen: string,
  ofRow: string | undefined,
): string | undefined {
  if (last.text !== text) last = { text, phone: writtenPhone(tidied(text)) };
  return last.phone && certainPhone(last.phone, ofRow || chosen);
}
