import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';

import { plainCharacters } from '#contract/v1/plain-characters.ts';
import { phoneRule } from '#contract/v1/rules.ts';
import { planOf } from '#src/lib/phone-plans.ts';
import { certainPhone, writtenPhone } from '#src/lib/phone-readings.ts';

import { countryName, firstCountries } from './countries.ts';

/** Help with typing a phone. The contract alone rejects; what this knows of countries only fixes and warns. */
export type { CountryCode };

/** Every country with its calling code, to choose from: `AU +61 Australia`; wide spaces push the name out of sight where there is room for the code alone. */
export function phoneCountries(): { value: CountryCode; label: string }[] {
  const others = getCountries()
    .filter((country) => !firstCountries.some((first) => first === country))
    .toSorted((one, other) => countryName(one).localeCompare(countryName(other), 'en'));
  return [...firstCountries, ...others].map((country) => ({
    value: country,
    label: `${country} +${getCountryCallingCode(country)}\u2003\u2003\u2003${countryName(country)}`,
  }));
}

/** The country of a number written with its country code. */
export function countryOf(text: string): CountryCode | undefined {
  if (!isInternational(text)) return undefined;
  const number = parse(text);
  return number?.country ?? number?.getPossibleCountries()[0];
}

/**
 * Returns the number as it will be sent, in groups (`+61 412 345 678`), where it is not written that way yet and `country` makes it
 * certain: a national number, one that lacks only its `+`, one with an exit code, one with the national 0 after the country code.
 * Undefined where the contract has words of its own (an extension, `(0)`).
 */
export function internationalPhone(text: string, country: CountryCode): string | undefined {
  const number = isInternational(text) ? withoutNationalZero(text) : certainNumber(text, country);
  return number === undefined ? undefined : groupedPhone(number);
}

function certainNumber(text: string, country: CountryCode): string | undefined {
  const written = writtenPhone(plainCharacters(text));
  const number = written && certainPhone(written, country);
  return number !== undefined && phoneRule(number).error === undefined ? number : undefined;
}

function withoutNationalZero(text: string): string | undefined {
  const result = phoneRule(text);
  const number = parse(text);
  if (result.error !== undefined || !number?.isValid() || number.ext !== undefined)
    return undefined;
  return number.number === result.value ? undefined : number.number;
}

/** A number without a code, and a country it would be a real number of. */
export interface CountryPhone {
  readonly country: CountryCode;
  readonly phone: string;
}

/** Returns what a number of the likely country can be while nobody has said its country: one of it, or of those where most leads come from. */
export function likelyPhones(text: string, likely: CountryCode): CountryPhone[] {
  if (isInternational(text) || internationalPhone(text, likely) === undefined) return [];
  const found = new Map<string, CountryPhone>();
  for (const country of [likely, ...firstCountries]) {
    const phone = internationalPhone(text, country);
    if (phone !== undefined && !found.has(phone)) found.set(phone, { country, phone });
  }
  return [...found.values()];
}

/** What is offered for a national number that `country`, which was chosen, is not known to have but could: a range newer than our data, or one kept for fiction. */
export function possiblePhone(text: string, country: CountryCode): string | undefined {
  const digits = writtenPhone(plainCharacters(text))?.digits ?? '';
  const prefix = planOf(country)?.prefix ?? '';
  if (prefix === '' || !digits.startsWith(prefix) || digits.startsWith('00')) return undefined;
  const number = parse(digits, country);
  if (!number?.isPossible() || number.isValid()) return undefined;
  return howOdd(number.number) === 'wrong' ? number.formatInternational() : undefined;
}

/** The same number under another country's code; what has no code yet stays. */
export function withCountry(text: string, country: CountryCode): string {
  if (!isInternational(text)) return internationalPhone(text, country) ?? text;
  const number = parse(text);
  if (!number) return text;
  const moved = `+${getCountryCallingCode(country)}${number.nationalNumber}`;
  return parse(moved)?.formatInternational() ?? moved;
}

/** An accepted number in groups, for reading. */
export function groupedPhone(text: string): string {
  return parse(text)?.formatInternational() ?? text;
}

/** What looks odd about a number, in a sentence; nothing about an empty or a likely one. `country` is where a number without a code belongs. */
export function phoneWarning(text: string, country: CountryCode): string | undefined {
  if (text.replaceAll(/\D/g, '').length < 4) return undefined;
  const number = parse(text, country);
  if (!number)
    return isInternational(text)
      ? 'No country has this code. Check the digits after the +.'
      : undefined;
  if (number.isValid()) return undefined;
  const where = countryName(number.country ?? number.getPossibleCountries()[0] ?? country);
  return `This number looks ${howOdd(number.number)} for ${where}.`;
}

/** A number that becomes real with some digits more, or some less, has most likely lost or won them. */
function howOdd(number: string): string {
  const upTo = [1, 2, 3, 4, 5];
  if (upTo.some((more) => isReal(number + '0'.repeat(more)))) return 'too short';
  if (upTo.some((fewer) => isReal(number.slice(0, -fewer)))) return 'too long';
  return 'wrong';
}

/** Full-width digits and signs are as good as plain ones. */
function parse(text: string, country?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(plainCharacters(text), country);
}

function isReal(number: string): boolean {
  return parse(number)?.isValid() ?? false;
}

function isInternational(text: string): boolean {
  return plainCharacters(text).trim().startsWith('+');
}
