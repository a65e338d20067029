import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min';

import { phoneRule } from '#contract/v1/rules.ts';

import { countryName, firstCountries } from './countries.ts';

/** Help with typing a phone. The contract alone refuses; what this knows of countries only mends and warns. */
export type { CountryCode };

/** Every country with its calling code, to choose from: `AU +61 Australia`; wide spaces push the name out of sight where there is room for the code alone. */
export function phoneCountries(): { value: CountryCode; label: string }[] {
  const others = getCountries()
    .filter((country) => !firstCountries.some((first) => first === country))
    .toSorted((one, other) => countryName(one).localeCompare(countryName(other)));
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
 * The number as it will be sent, in groups (`+61 412 345 678`), where what was typed means one real number and is not written
 * that way yet: a national number of `country`, one that lacks only its `+`, one with the national 0 after the country code.
 * Undefined where the contract has words and an offer of its own (an extension, `(0)`, `00` in front).
 */
export function internationalPhone(text: string, country: CountryCode): string | undefined {
  const verdict = phoneRule(text);
  if (verdict.fault !== undefined && verdict.offer !== undefined && isReal(verdict.offer))
    return undefined;
  const readings = [parse(text, country), parse(`+${text.replaceAll(/\D/g, '')}`)];
  const number = readings.find((one) => one?.isValid() && one.ext === undefined);
  const isAsTyped = verdict.fault === undefined && verdict.value === number?.number;
  return isAsTyped ? undefined : number?.formatInternational();
}

/** What is offered for a national number that `country` is not known to have but could: a range newer than our data, or one kept for fiction. */
export function possiblePhone(text: string, country: CountryCode): string | undefined {
  const number = isInternational(text) ? undefined : parse(text, country);
  if (!number?.isPossible() || number.ext !== undefined) return undefined;
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
  return parsePhoneNumberFromString(text.normalize('NFKC'), country);
}

function isReal(number: string): boolean {
  return parse(number)?.isValid() ?? false;
}

function isInternational(text: string): boolean {
  return text.normalize('NFKC').trim().startsWith('+');
}
