import { getCountries } from 'libphonenumber-js/max';

import { planOf } from '#src/lib/phone-plans.ts';
import { certainPhone, writtenPhone } from '#src/lib/phone-readings.ts';

import { tidyText } from './tidy-text.ts';

/**
 * Returns a country's calling code, such as `+61`; undefined if the country has no known phone
 * plan.
 */
export function callingCode(country: string): string | undefined {
  const plan = planOf(country);
  return plan && `+${plan.code}`;
}

/** Returns the codes of all countries with a known phone plan. */
export function phoneCountries(): readonly string[] {
  return getCountries();
}

/** The last parsed text: one cell is read in several countries in turn. */
let last = { text: '', phone: writtenPhone('') };

/**
 * Returns a phone without `+` in the contract's format; undefined if the number is not certain in
 * the country. `ofRow`: the country that the row names, `''` or undefined if none; `chosen` applies
 * then.
 */
export function fixedPhone(
  text: string,
  chosen: string,
  ofRow: string | undefined,
): string | undefined {
  if (last.text !== text) last = { text, phone: writtenPhone(tidyText(text)) };
  return last.phone && certainPhone(last.phone, ofRow || chosen);
}
