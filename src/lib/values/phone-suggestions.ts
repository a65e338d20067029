import {
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';

import { countryName, mainCountries, type MainCountry } from '#contract/v1/countries.ts';
import { phoneRule, toHalfWidth } from '#contract/v1/rules/rules.ts';
import { readerLocales } from '#src/lib/locale.ts';

import { parsePhoneText } from './contact-texts.ts';
import { isJoined } from './joined-values.ts';
import { formatPhone } from './number-formats.ts';
import { phoneCountries, findPlan } from './phone-plans.ts';
import { certainPhone, writtenPhone } from './phones.ts';

/**
 * Help with typing a phone number. Only the contract rejects numbers; this file's knowledge of
 * countries is used for fixes and warnings only.
 */
export type { CountryCode };

/**
 * Returns every country with its calling code as options: `AU +61 Australia`. Wide spaces push the
 * name out of view where there is room for the code only.
 */
export function phoneCountryOptions(): { value: CountryCode; label: string }[] {
  const others = phoneCountries
    .filter((country) => !mainCountries.some((first) => first === country))
    .toSorted((one, other) => countryName(one).localeCompare(countryName(other), 'en'));
  return [...mainCountries, ...others].map((country) => ({
    value: country,
    label: `${country} +${getCountryCallingCode(country)}\u2003\u2003\u2003${countryName(country)}`,
  }));
}

/** Returns the country of a number with a country code; undefined without a code. */
export function findPhoneCountry(text: string): CountryCode | undefined {
  if (!isInternational(text)) return undefined;
  const number = parse(text);
  return number?.country ?? number?.getPossibleCountries()[0];
}

/**
 * Returns the number as it will be sent, in groups (`+61 412 345 678`), if it is not written that
 * way yet and is certain in `country`: a national number, one that lacks only its `+`, one with an
 * exit code, or one with the national prefix after the country code. Returns undefined where the
 * contract has an error message of its own (an extension, a national 0).
 */
export function internationalPhone(text: string, country: CountryCode): string | undefined {
  const number = isInternational(text) ? withoutNationalPrefix(text) : certainNumber(text, country);
  return number === undefined ? undefined : formatPhone(number);
}

function certainNumber(text: string, country: CountryCode): string | undefined {
  const written = writtenPhone(toHalfWidth(text));
  const number = written && certainPhone(written, country);
  return number !== undefined && phoneRule(number).error === undefined ? number : undefined;
}

function withoutNationalPrefix(text: string): string | undefined {
  const result = phoneRule(text);
  const number = parse(text);
  if (result.error !== undefined || !number?.isValid() || number.ext !== undefined)
    return undefined;
  return number.number === result.value ? undefined : number.number;
}

/** A country and the international number that a number without a code would be there. */
export interface CountryPhone {
  readonly country: CountryCode;
  readonly phone: string;
}

/**
 * Returns the possible numbers for a text without a country code while no country is chosen: in the
 * likely country and in `mainCountries`. Empty if the text is not a certain number in the likely
 * country.
 */
export function likelyPhones(text: string, likely: CountryCode): CountryPhone[] {
  if (isInternational(text) || internationalPhone(text, likely) === undefined) return [];
  return differentPhones([text], [likely, ...mainCountries]);
}

/**
 * Returns the possible numbers of a text that contains more than one number and nothing else: a
 * word for its kind (`Ph:`), an extension, further numbers. Each number without a country code is
 * tried in each country. Empty for any other text.
 */
export function phonesWithin(text: string, countries: readonly CountryCode[]): CountryPhone[] {
  const halfWidth = toHalfWidth(text).trim();
  const numbers = parsePhoneText(text)?.numbers ?? [];
  if (numbers.length === 1 && numbers[0] === halfWidth) return [];
  return differentPhones(numbers, countries);
}

/** Returns the different numbers that texts are in countries, each with the first of these. */
function differentPhones(numbers: readonly string[], countries: readonly CountryCode[]) {
  const found = new Map<string, CountryPhone>();
  for (const number of numbers)
    for (const country of countries) {
      const phone = phoneWithin(number, country);
      if (phone !== undefined && !found.has(phone))
        found.set(phone, { country: findPhoneCountry(number) ?? country, phone });
    }
  return [...found.values()];
}

function phoneWithin(number: string, country: CountryCode): string | undefined {
  const result = phoneRule(number);
  return result.error === undefined
    ? formatPhone(result.value)
    : internationalPhone(number, country);
}

/**
 * Returns the suggestion for a national number that is possible in the chosen country but not known
 * to exist there: a range newer than our data, or one reserved for fiction.
 */
export function possiblePhone(text: string, country: CountryCode): string | undefined {
  const digits = writtenPhone(toHalfWidth(text))?.digits ?? '';
  const prefix = findPlan(country)?.prefix ?? '';
  if (prefix === '' || !digits.startsWith(prefix) || digits.startsWith('00')) return undefined;
  const number = parse(digits, country);
  if (!number?.isPossible() || number.isValid()) return undefined;
  return oddness(number.number) === 'wrong' ? formatPhone(number.number) : undefined;
}

/**
 * Returns the number with the code of another country. A text that can't be converted is returned
 * as is.
 */
export function withCountry(text: string, country: CountryCode): string {
  if (!isInternational(text)) return internationalPhone(text, country) ?? text;
  const number = parse(text);
  if (!number) return text;
  return formatPhone(`+${getCountryCallingCode(country)}${number.nationalNumber}`);
}

/**
 * Returns a warning about a number that looks odd; undefined for an empty, short or valid number,
 * and for several.
 * `country` is the country of a number without a code.
 */
export function phoneWarning(text: string, country: CountryCode): string | undefined {
  if (text.replaceAll(/\D/g, '').length < 4 || isJoined(text)) return undefined;
  const number = parse(text, country);
  if (!number)
    return isInternational(text)
      ? 'No country has this code. Check the digits after the +.'
      : undefined;
  if (number.isValid()) return undefined;
  const where = countryName(number.country ?? number.getPossibleCountries()[0] ?? country);
  return `This number looks ${oddness(number.number)} for ${where}.`;
}

/**
 * Returns how a number is invalid. A number that is valid with a few digits more or fewer has most
 * likely lost or gained digits.
 */
function oddness(number: string): string {
  const upTo = [1, 2, 3, 4, 5];
  if (upTo.some((more) => isReal(number + '0'.repeat(more)))) return 'too short';
  if (upTo.some((fewer) => isReal(number.slice(0, -fewer)))) return 'too long';
  return 'wrong';
}

/** Parses a number. Full-width digits and signs are accepted like plain ones. */
function parse(text: string, country?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(toHalfWidth(text), country);
}

const isReal = (number: string): boolean => parse(number)?.isValid() ?? false;

const isInternational = (text: string): boolean => toHalfWidth(text).trim().startsWith('+');

/**
 * Returns the initial country of a form: that of the reader's first language if it is one of the
 * contract's countries, otherwise Australia.
 */
export function likelyCountry([language] = readerLocales()): MainCountry {
  const { region } = new Intl.Locale(language);
  return mainCountries.find((country) => country === region) ?? 'AU';
}
