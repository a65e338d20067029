import { plainCharacters, emailRule } from '#contract/v1/rules/rules.ts';

import { tidyText } from './tidy-text.ts';

/** A phone cell as people write it: one number or two, with words and an extension beside them. */
interface PhoneText {
  /** One or two numbers without the words beside them, in the order they are written. */
  readonly numbers: readonly string[];
  /** Whether a word beside a number said only its kind: `tel:`, `(mobile)`. */
  readonly hasLabel: boolean;
  /** Whether an extension followed the number. */
  readonly hasExtension: boolean;
}

const maxLength = 100;
const minDigits = 7;

const kindWords =
  'tel(?:ephone|efon)?|phone|ph|mob(?:ile)?|cell(?:phone|ular)?|work|business|home|private|office|direct|landline';
/** Letters and abbreviations that only their brackets or colon make words: `M: `, `(AH)`. */
const kindLetters = '[tpmwhoc]|ah|bh';
const labelBefore = new RegExp(
  String.raw`^(?:(?:${kindWords})(?:\s*(?:numbers?|no|nr))?(?![a-z])\.?(?:\s*:)?|(?:${kindLetters})\s*[:.]|\((?:${kindWords}|${kindLetters})\))\s*(?=[+(\d])`,
  'i',
);
const labelAfter = new RegExp(
  String.raw`(?<=[\d)])(?:\s*\((?:${kindWords}|${kindLetters})\)|[\s,]+(?:\p{Pd}\s*)?(?:${kindWords}))\.?$`,
  'iu',
);
const extension =
  /(?<=[\d)])[\s,;]*(?:\(\s*)?(?:extension|extn?|ext|x|#|;ext=|durchwahl|dw)[.:\s]*\d{1,7}(?:\s*\))?$/i;
/** Also ` ::: `, as Google Contacts writes several values in one cell. */
const betweenNumbers = /(?<!\s)(?:\s*(?:[/;,|&\n]|:::)\s*|\s+(?:or|and)\s+)/i;
const onlyNumber = /^\+?[\d\s.()[\]\p{Pd}]+$/u;
/** `030/1234567`: a slash after an area code, as it is written in Germany and Austria. */
const areaCodeSlash = /^(\(?0\d{1,4}\)?)\s*\/\s*(?=\d)/;

/**
 * Parses what is written for a phone, without what is hidden in it. Returns undefined if it has
 * anything that is not a phone number, a word for its kind or an extension, such as a name.
 */
export function parsePhoneText(written: string): PhoneText | undefined {
  const text = plainCharacters(tidyText(written));
  if (text.length > maxLength) return undefined;
  const single = parseNumber(text);
  if (single) return single;
  const parts = text.split(betweenNumbers);
  const [first, second] = parts.map(parseNumber);
  if (parts.length !== 2 || !first || !second) return undefined;
  if (first.hasExtension || second.hasExtension) return undefined;
  const numbers = [...first.numbers, ...second.numbers];
  const isEachWhole = numbers.every((number) => number.replaceAll(/\D/g, '').length >= minDigits);
  const hasLabel = first.hasLabel || second.hasLabel;
  return isEachWhole ? { numbers, hasLabel, hasExtension: false } : undefined;
}

function parseNumber(text: string): PhoneText | undefined {
  if (onlyNumber.test(text))
    return { numbers: [text.trim()], hasLabel: false, hasExtension: false };
  const unlabelled = withoutLabel(text);
  const bare = unlabelled.replace(extension, '');
  // The extension can stand before the word: `9374 4000 x12 (work)`.
  const number = withoutLabel(bare).replace(areaCodeSlash, '$1 ').trim();
  if (!onlyNumber.test(number)) return undefined;
  return {
    numbers: [number],
    hasLabel: unlabelled !== text || withoutLabel(bare) !== bare,
    hasExtension: bare !== unlabelled,
  };
}

const withoutLabel = (text: string) => text.replace(labelBefore, '').replace(labelAfter, '').trim();

const phoneIssueKinds = [
  'phone-without-plus',
  'phone-label',
  'phone-extension',
  'two-phones',
] as const;
/** The kinds of issue of a phone that is a number in some country, or two numbers. */
export type PhoneIssueKind = (typeof phoneIssueKinds)[number];

/** Returns whether a fix of such an issue may need the country of the number. */
export function isPhoneIssue(kind: string): kind is PhoneIssueKind {
  return phoneIssueKinds.some((one) => one === kind);
}

const digitsAndGaps = /^\(?\d[\d\s.()/\p{Pd}]*$/u;

/**
 * Returns the kind of a phone that the contract rejects; undefined if the cell is not a number in
 * any country, or if the contract itself suggests a number and nothing is lost.
 */
export function phoneIssueKind(
  cell: string,
  suggestion: string | undefined,
): PhoneIssueKind | undefined {
  const phone = parsePhoneText(cell);
  if (suggestion !== undefined) return phone?.hasExtension ? 'phone-extension' : undefined;
  if (phone?.numbers.length === 2) return 'two-phones';
  if (phone?.hasExtension) return 'phone-extension';
  if (phone?.hasLabel) return 'phone-label';
  return digitsAndGaps.test(plainCharacters(tidyText(cell))) ? 'phone-without-plus' : undefined;
}

const betweenEmails = /[\s;,|/&]+(?:(?:and|or|:::)\s+)?|:::/i;

/** Returns the two different email addresses of a cell that contains nothing else. */
export function twoEmails(text: string): readonly [string, string] | undefined {
  const [first, second, ...more] = tidyText(text).split(betweenEmails).map(validEmail);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  return first.toLowerCase() === second.toLowerCase() ? undefined : [first, second];
}

function validEmail(text: string): string | undefined {
  const result = emailRule(text);
  return result.error === undefined ? result.value : undefined;
}
