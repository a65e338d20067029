import { lostTextError } from './lost-texts.ts';

/**
 * The result of validating a text: the value to store, or an error. An error is one sentence that a
 * user can act on, with a suggested text if there is one. The form, the CSV checker and the service
 * use the same rules, so that all three show the same messages.
 */
export type ValidationResult<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly error: string; readonly suggestion?: string };

/** Validates one text that is not empty. */
export type Rule<T> = (text: string) => ValidationResult<T>;

/** Returns an error, with a suggested text if there is one. */
export const error = (sentence: string, suggestion?: string): ValidationResult<never> =>
  suggestion === undefined ? { error: sentence } : { error: sentence, suggestion };

/**
 * Matches most texts: printable letters and signs below the combining marks (U+0300), without
 * surrounding spaces or soft hyphens, which are valid unchanged. This fast path matters for a bulk
 * upload, which can have millions of cells.
 */
const printable =
  /^[!-~\u00A1-\u00AC\u00AE-\u02FF](?:[ -~\u00A0-\u00AC\u00AE-\u02FF]*[!-~\u00A1-\u00AC\u00AE-\u02FF])?$/;

/**
 * Returns a rule for text of at most `max` characters without control characters. The value is
 * NFC-normalized, trimmed and without format characters. `lines` allows line breaks, stored as
 * `\n`.
 */
// @__NO_SIDE_EFFECTS__
export function textRule(max: number, lines = false): Rule<string> {
  return (text) => {
    if (text.length <= max && printable.test(text)) return { value: text };
    if (!text.isWellFormed())
      return error('This text contains an invalid character. Please retype it.');
    const shown = withoutFormatCharacters(lines ? text.replaceAll(/\r\n?/g, '\n') : text);
    const value = shown.normalize('NFC').trim();
    if ((lines ? value.replaceAll('\n', '') : value).match(/\p{Cc}/u)) {
      const cleaned = value.replaceAll(lines ? /[^\P{Cc}\n]+/gu : /\p{Cc}+/gu, ' ').trim();
      return error(
        lines
          ? 'Remove tabs and control characters.'
          : 'Remove line breaks, tabs and control characters.',
        characters(cleaned) <= max &&
          !letterLost.test(value) &&
          (cleaned === '' || visible.test(cleaned))
          ? cleaned
          : undefined,
      );
    }
    if (!visible.test(value) && text.trim() !== '')
      return error('This text has only invisible characters. Type it again, or leave it empty.');
    const length = characters(value);
    if (length > max)
      return error(
        `Use at most ${max.toLocaleString('en')} characters; this has ${length.toLocaleString('en')}.`,
      );
    return { value };
  };
}

/** A character that can be seen: neither white space nor one that is shown as nothing. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A control character within a word that is no space: programs write it for a lost letter. */
const letterLost = /\S[^\P{Cc}\s]+\S/u;

/** Returns the number of code points, which is how JSON Schema and PostgreSQL count characters. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const emailShape = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

const emailText = textRule(255);

/** Validates one email address. */
export const emailRule: Rule<string> = (text) => {
  const result = emailText(text);
  if (result.error !== undefined) return error(result.error);
  if (emailShape.test(result.value)) return result;
  const address = onlyAddress(result.value);
  return error(
    'Enter one email address, for example name@company.com.',
    emailShape.test(address) ? address : undefined,
  );
};

/**
 * Returns an address without a name before its angle brackets, the `mailto:` of a link, and words
 * in brackets behind it: `a@b.test (work)`. None of these can hold another address.
 */
function onlyAddress(text: string): string {
  const inner = /^[^<>@]*<([^<>]+)>\s*$/.exec(text)?.[1]?.trim() ?? text;
  return inner
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/\([^()@]*\)$/, '')
    .trim();
}

/**
 * Returns a text with full-width characters (`＋６１`) as their plain forms and every kind of
 * space as a plain space. Other look-alikes stay: a superscript ² is a footnote and not a digit.
 */
export function toHalfWidth(text: string): string {
  return text
    .replaceAll(/[\uFF01-\uFF5E]/g, (fullWidth) =>
      String.fromCharCode(fullWidth.charCodeAt(0) - 0xfee0),
    )
    .replaceAll(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
}

/** The sentence for a phone without `+`. */
export const plusMissingError = 'Start with + and the country code, for example +61 412 345 678.';
// No phone number is longer.
const maxTypedPhoneLength = 100;
const canonicalPhone = /^\+[1-9]\d{6,14}$/;
const extension = /(?<![\s,;])[\s,;]*(?:extension|extn?|ext|x|#|;ext=)[.:\s]*\d+\s*$/i;
const zeroInBrackets = /\(\s*0\s*\)/;
/** Matches `61412345678.0`: a number without gaps, and the decimal part that some programs add. */
const decimalTail = /^(\+?\d{7,})\.0+$/;
const betweenDigits = /[\s.()[\]\p{Pd}]/gu;

/**
 * Validates a phone number in international format (the specification's input rule 2): `+`, then 7
 * to 15 digits, the first not 0. Spaces, dots, hyphens and brackets between the digits are removed,
 * and so are invisible characters. Only a number with a country code can get a suggestion,
 * because the contract does not decide which country any other number belongs to.
 */
export const phoneRule: Rule<string> = (text) => {
  if (canonicalPhone.test(text)) return internationalNumber(text);
  const typed = withoutFormatCharacters(text).trim();
  if (typed.length > maxTypedPhoneLength)
    return error('A phone number has 7 to 15 digits after the +.');
  // Exports of contacts join several values in this way.
  if (typed.includes(':::')) return error('Enter one phone number, not several.');
  const fixed = () => phoneSuggestion(typed);
  if (extension.test(typed)) return error('Leave out the extension.', fixed());
  if (zeroInBrackets.test(typed))
    return error('Leave out the (0): it isn’t dialled after a country code.', fixed());
  if (!typed.startsWith('+')) return error(lostTextError(typed) ?? plusMissingError, fixed());
  if (decimalTail.test(typed))
    return error('Leave out the .0 at the end: a spreadsheet added it.', fixed());
  const digits = typed.slice(1).replaceAll(betweenDigits, '');
  if (!/^\d*$/.test(digits))
    return error(lostTextError(typed) ?? 'Use digits only after the +.', fixed());
  if (digits.startsWith('0'))
    return error('The number after + starts with a country code, not with 0.');
  if (digits.length < 7 || digits.length > 15)
    return error(`A phone number has 7 to 15 digits after the +; this one has ${digits.length}.`);
  return internationalNumber(`+${digits}`);
};

/** Returns a number of the right form, or the error of a start that no number has. */
function internationalNumber(number: string): ValidationResult<string> {
  const sentence = doubledCode.test(number)
    ? 'The country code is there twice. Leave one of them out.'
    : nationalZero.test(number)
      ? 'Leave out the 0 after the country code: it is dialled only within the country.'
      : undefined;
  if (sentence === undefined) return { value: number };
  const fixed = withoutDoubledStart(number);
  return error(sentence, canonicalPhone.test(fixed) ? fixed : undefined);
}

const withoutDoubledStart = (number: string) =>
  number.replace(doubledCode, '+').replace(nationalZero, '$1');

/** Country calling codes of one, two or three digits (ITU-T E.164). */
const callingCode = String.raw`(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0357-9]|9[679])\d)`;
/**
 * Calling codes of countries whose numbers can begin with 0. There, a bracketed 0 may belong to the
 * number: `+39 (0)6 698 12345`.
 */
const codesOfLeadingZeros = '(?:22[5679]|24[127]|250|26[78]|378|39|47|501|67[69]|687|853|992)';
const droppableZero = new RegExp(
  `^(\\+(?!${codesOfLeadingZeros})${callingCode})[\\s.]*\\(\\s*0\\s*\\)(?=[\\s.-]*[1-9])`,
);

/** The 0 that is dialled within a country, after its calling code: `+61 0412…`. */
const nationalZero = new RegExp(`^(\\+(?!${codesOfLeadingZeros})${callingCode})0(?=[1-9])`);
/**
 * A calling code that stands twice, of the countries from which most leads come and of North
 * America. Their numbering plans have no number of this length that begins with the code: `+65 65…`
 * alone can be one of Singapore.
 */
const doubledCode =
  /^\+(?:61(?=610?[2-478]\d{8}$)|64(?=640?[2-9]\d{7,9}$)|44(?=440?[1-37-9]\d{8,9}$)|65(?=65[3689]\d{7}$)|1(?=1[2-9]\d{9}$))/;

/** Returns the corrected number, if its digits are unambiguous. */
function phoneSuggestion(typed: string): string | undefined {
  const stripped = toHalfWidth(typed).replace(extension, '').replace(droppableZero, '$1').trim();
  const whole = decimalTail.exec(stripped)?.[1] ?? stripped;
  if (!whole.startsWith('+') || zeroInBrackets.test(whole)) return undefined;
  const number = withoutDoubledStart(`+${whole.slice(1).replaceAll(betweenDigits, '')}`);
  return canonicalPhone.test(number) ? number : undefined;
}

/**
 * Returns a text in the form in which values are compared for a suggestion, ignoring case and
 * spaces.
 */
const normaliseChoice = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns a rule that accepts exactly one of the values, and suggests a value that differs only in
 * case or spaces.
 */
export function choiceRule<const V extends string>(values: readonly V[]): Rule<V> {
  const sentence = `Choose one of: ${values.join(', ')}.`;
  return (text) => {
    const typed = text.trim();
    const value = values.find((one) => one === typed);
    if (value !== undefined) return { value };
    const normalised = normaliseChoice(text);
    return error(
      sentence,
      values.find((one) => normaliseChoice(one) === normalised),
    );
  };
}

/**
 * Returns a rule for several of the values, separated by `;` (a CSV cell). Repeated values count
 * once.
 */
export function choicesRule<const V extends string>(values: readonly V[]): Rule<V[]> {
  const one = choiceRule(values);
  const sentence = `Choose any of: ${values.join(', ')}. Separate several values with semicolons.`;
  return (text) => {
    const chosen = new Set<V>();
    for (const part of text.split(';')) {
      if (part.trim() === '') continue;
      const result = one(part);
      // Stops at the first invalid part: a text can have a million parts.
      if (result.error !== undefined) return error(sentence);
      chosen.add(result.value);
    }
    return { value: [...chosen] };
  };
}

/**
 * Format characters: marks and overrides of direction, which can show a name's letters in another
 * order, zero-width characters, soft hyphens, and tag characters. Not the few that can be seen,
 * such as the Arabic number sign.
 */
const formatCharacter = String.raw`[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]`;
/** The scripts that are spelled with joiners. */
const joinedScripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
/** A letter or mark of such a script. */
const joined = String.raw`(?=\p{L}|\p{M})[${joinedScripts.replaceAll(/(\w+) ?/g, String.raw`\p{Script=$1}`)}]`;
const emoji = String.raw`\p{Extended_Pictographic}`;

/** Matches a character with the joiner that it needs, and every other format character. */
const neededOrFormat = new RegExp(
  String.raw`(${joined}[\u200C\u200D](?=${joined})|[${emoji}\p{Emoji_Modifier}\uFE0F]\u200D(?=${emoji}))|${formatCharacter}`,
  'gu',
);
const anyFormatCharacter = new RegExp(formatCharacter, 'u');

/**
 * Returns a text without the invisible characters that change how others are shown or compared.
 * Joiners remain where a script or an emoji is spelled with them.
 */
export function withoutFormatCharacters(text: string): string {
  return anyFormatCharacter.test(text) ? text.replaceAll(neededOrFormat, '$1') : text;
}
