import { lostTextError } from './lost-texts.ts';
import { plainCharacters } from './plain-characters.ts';

/**
 * What was typed is either a value as it is kept, or an error: one sentence a person can act on, with the fixed text where one can
 * be offered. The form, the CSV checker and the service all validate by these, so all three say the same words.
 */
export type ValidationResult<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly error: string; readonly suggestion?: string };

/** Validates one text that is not empty. */
export type Rule<T> = (text: string) => ValidationResult<T>;

/** An error, with the fixed text where one can be offered. */
export const error = (sentence: string, suggestion?: string): ValidationResult<never> =>
  suggestion === undefined ? { error: sentence } : { error: sentence, suggestion };

/** Most texts: printable ASCII without space around it is kept as it is. In a bulk upload there are millions. */
const plainText = /^[!-~](?:[ -~]*[!-~])?$/;

/** NFC, trimmed, at most `max` characters, no control characters; `lines` allows line breaks (kept as `\n`). */
export function textRule(max: number, lines = false): Rule<string> {
  return (text) => {
    if (text.length <= max && plainText.test(text)) return { value: text };
    if (!text.isWellFormed()) return error('This text holds half a character. Type it again.');
    const value = (lines ? text.replaceAll(/\r\n?/g, '\n') : text).normalize('NFC').trim();
    if ((lines ? value.replaceAll('\n', '') : value).match(/\p{Cc}/u)) {
      const cleaned = value.replaceAll(lines ? /[^\P{Cc}\n]+/gu : /\p{Cc}+/gu, ' ').trim();
      return error(
        lines
          ? 'Take out the tabs and control characters.'
          : 'Take out the line breaks, tabs and control characters.',
        characters(cleaned) <= max ? cleaned : undefined,
      );
    }
    const length = characters(value);
    if (length > max)
      return error(
        `Use at most ${max.toLocaleString('en')} characters; this has ${length.toLocaleString('en')}.`,
      );
    return { value };
  };
}

/** How many characters a person sees as such: code points, as JSON Schema and PostgreSQL count. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const emailShape = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

const emailText = textRule(255);

/** One e-mail address. */
export const emailRule: Rule<string> = (text) => {
  const result = emailText(text);
  if (result.error !== undefined) return error(result.error);
  if (emailShape.test(result.value)) return result;
  const bare = /<([^<>]+)>\s*$/.exec(result.value)?.[1]?.trim();
  return error(
    'Write one email address, for example name@company.com.',
    bare !== undefined && emailShape.test(bare) ? bare : undefined,
  );
};

const phoneExample = 'Start with + and the country code, for example +61 412 345 678.';
// No number is written with more; searching a long text for an extension costs the square of its length.
const maxTypedPhoneLength = 100;
const canonicalPhone = /^\+[1-9]\d{6,14}$/;
const extension = /[\s,;]*(?:extension|extn?|ext|x|#|;ext=)[.:\s]*\d+\s*$/i;
const zeroInBrackets = /\(\s*0\s*\)/;
/** `61412345678.0`: a number without gaps, and what programs write after numbers that are not whole. */
const decimalTail = /^(\+?\d{7,})\.0+$/;
const betweenDigits = /[\s.()[\]\p{Pd}]/gu;

/**
 * A phone in international format (the specification's input rule 2): `+`, then 7 to 15 digits, the first not 0. Spaces, dots, hyphens
 * and brackets between them are dropped. A fixed number comes only with what has a country code; which country another
 * number is from is not for the contract to say.
 */
export const phoneRule: Rule<string> = (text) => {
  if (canonicalPhone.test(text)) return { value: text };
  const typed = text.trim();
  if (typed.length > maxTypedPhoneLength)
    return error('A phone number has 7 to 15 digits after the +.');
  const fixed = () => phoneSuggestion(typed);
  if (extension.test(typed)) return error('Leave out the extension.', fixed());
  if (zeroInBrackets.test(typed))
    return error('Leave out the (0): it is not dialled after a country code.', fixed());
  if (!typed.startsWith('+')) return error(lostTextError(typed) ?? phoneExample, fixed());
  if (decimalTail.test(typed))
    return error('Leave out the .0 at the end: a spreadsheet added it.', fixed());
  const digits = typed.slice(1).replaceAll(betweenDigits, '');
  if (!/^\d*$/.test(digits))
    return error(lostTextError(typed) ?? 'Use digits only after the +.', fixed());
  if (digits.startsWith('0'))
    return error('The number after + starts with a country code, never with 0.');
  if (digits.length < 7 || digits.length > 15)
    return error(`A phone number has 7 to 15 digits after the +; this one has ${digits.length}.`);
  return { value: `+${digits}` };
};

/** Calling codes of one, two or three digits (ITU-T E.164). */
const callingCode = String.raw`(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0357-9]|9[679])\d)`;
/** Where a number can begin with 0, a bracketed one may belong to it: `+39 (0)6 698 12345`. */
const codesOfLeadingZeros =
  '(?:22[5679]|24[127]|250|26[78]|378|39|47|501|67[69]|687|853|992)(?!\\d)';
const droppableZero = new RegExp(
  `^(\\+(?!${codesOfLeadingZeros})${callingCode})[\\s.]*\\(\\s*0\\s*\\)(?=[\\s.-]*[1-9])`,
);

/** The number as it should be, where its digits leave no doubt. */
function phoneSuggestion(typed: string): string | undefined {
  const plain = plainCharacters(typed).replace(extension, '').replace(droppableZero, '$1').trim();
  const whole = decimalTail.exec(plain)?.[1] ?? plain;
  if (!whole.startsWith('+') || zeroInBrackets.test(whole)) return undefined;
  const number = `+${whole.slice(1).replaceAll(betweenDigits, '')}`;
  return canonicalPhone.test(number) ? number : undefined;
}

/** How values are compared when one is offered: case and spaces aside. */
function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** One of the values, exactly; one that differs only in case or spaces is offered. */
export function choiceRule<const V extends string>(values: readonly V[]): Rule<V> {
  const sentence = `Choose one of: ${values.join(', ')}.`;
  return (text) => {
    const value = values.find((one) => one === text.trim());
    if (value !== undefined) return { value };
    const asked = folded(text);
    return error(
      sentence,
      values.find((one) => folded(one) === asked),
    );
  };
}

/** Several of the values, separated by `;` (a CSV cell). Each counts once. */
export function choicesRule<const V extends string>(values: readonly V[]): Rule<V[]> {
  const one = choiceRule(values);
  return (text) => {
    const chosen = new Set<V>();
    for (const part of text.split(';')) {
      if (part.trim() === '') continue;
      const result = one(part);
      // One wrong part says it all: a text can have a million.
      if (result.error !== undefined)
        return error(
          `${result.error.replace('one of', 'any of').replace(/\.$/, '')}; between them a semicolon.`,
        );
      chosen.add(result.value);
    }
    return { value: [...chosen] };
  };
}
