import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

import { foldEmail } from '#server/db/emails.ts';

/** A part of a name or number that is shorter can be a part of any word. */
const minLength = 6;

const isPhone = (text: string): boolean => /^\+\d+$/.test(text);
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
const isWritten = (text: string): boolean => text.length > 1 && toAlphanumeric(text) === '';

/**
 * Returns a function that tells whether a text has one of these names, phones, emails, addresses or
 * numbers as a whole: no part of a longer number, email or word, which would be somebody else's.
 * A phone of another country that is dialled the same way nationally also counts. A text without
 * any sign, such as the key of a header, does not show where a word ends: a part counts.
 */
export function recogniseAny(identifiers: readonly string[]): (text: string) => boolean {
  const tests = identifiers.map((one) => {
    if (isPhone(one)) return recognisePhone(one);
    return isEmail(one) ? recogniseEmail(one) : recogniseWords(one);
  });
  return (text) => tests.some((test) => test(text));
}

function recognisePhone(phone: string): (text: string) => boolean {
  const forms = new Set(phoneForms(phone).filter((form) => form.length >= minLength));
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? keepDigits(phone);
  return (text) =>
    listNumbers(text).some((number) => {
      const digits = keepDigits(number);
      const isOfCountry = !/^\D*\+[1-9]/.test(number) || digits.startsWith(code);
      return isOfCountry && forms.has(digits);
    });
}

/** Returns the numbers in a text; commas, slashes and plus signs can separate two of them. */
function listNumbers(text: string): string[] {
  const runs = text.split(/[\p{L}@]+/u);
  return [...runs, ...runs.flatMap((run) => run.split(/[,;|\r\n]|\s\/\s|(?=\+)/))];
}

function recogniseEmail(email: string): (text: string) => boolean {
  const isPart = recognisePart(email);
  return (text) => hasWhole(foldEmail(text), foldEmail(email), isEmailCut) || isPart(text);
}

const isEmailCut = (before: string, after: string): boolean =>
  /[\p{L}\p{N}._%+-]'?$/u.test(before) || /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after);

const isNumberCut = (before: string, after: string, one: string): boolean =>
  (/\d$/.test(before) && /^\d/.test(one)) || (/\d$/.test(one) && /^\d/.test(after));

/** Returns whether a text has another one, without text around it that makes it longer. */
function hasWhole(text: string, one: string, isCut: typeof isNumberCut): boolean {
  const around = text.split(one);
  return around
    .slice(1)
    .some((after, index) => !isCut((around[index] ?? '').slice(-2), after, one));
}

function recogniseWords(words: string): (text: string) => boolean {
  if (toAlphanumeric(words).length < minLength && !isWritten(words)) return () => false;
  const isPart = recognisePart(words);
  return (text) => toWords(text).includes(toWords(words)) || isPart(text);
}

function recognisePart(identifier: string): (text: string) => boolean {
  const { alphanumeric, written } = toSearchForms([identifier]);
  return (text) =>
    !/[^\p{L}\p{M}\p{N}]/u.test(text) &&
    [...alphanumeric, ...written].some((one) =>
      [toAlphanumeric(text), toSearched(text)].some((all) => hasWhole(all, one, isNumberCut)),
    );
}

/**
 * Returns the forms that find any text with one of these in the database, also as a part: plain
 * letters and digits; a text with other characters as it is written, as by `normalize(…, NFKD)`.
 */
export function toSearchForms(identifiers: readonly string[]) {
  const forms = identifiers.flatMap((one) => (isPhone(one) ? phoneForms(one) : [one]));
  const alphanumeric = new Set(forms.map(toAlphanumeric).filter((one) => one.length >= minLength));
  const written = forms.filter((one) => isEmail(one) || isWritten(one)).map(toSearched);
  return { alphanumeric: [...alphanumeric], written };
}

const toSearched = (text: string): string => text.normalize('NFKD').trim().toLowerCase();

/** Returns only the letters and digits, as keys of headers have them. */
const toAlphanumeric = (text: string): string => toSearched(text).replaceAll(/[^a-z0-9]/g, '');

const toWords = (text: string): string =>
  ` ${toSearched(text)
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Returns a pattern of PostgreSQL that matches a text as it is. */
export const escapeRegex = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The international dialling prefixes: of most countries, of Australia, of North America. */
const internationalPrefixes = ['00', '0011', '011'];

/**
 * Returns the digits by which a text may write a stored phone such as `61412345678`. It may be
 * dialled within its country or from abroad: `0412345678`, `412345678` (a spreadsheet drops the 0),
 * `610412345678` (the 0 in brackets), `0061412345678`.
 */
export function phoneForms(phone: string): string[] {
  const digits = keepDigits(phone);
  const abroad = [digits, ...internationalPrefixes.map((prefix) => prefix + digits)];
  const number = parsePhoneNumberFromString(phone);
  if (!number) return abroad;
  const { countryCallingCode: code, nationalNumber } = number;
  const national = keepDigits(number.formatNational());
  return [...new Set([...abroad, nationalNumber, national, code + national])];
}

const keepDigits = (text: string): string => text.replaceAll(/\D/g, '');
