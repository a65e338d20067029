import { toHalfWidth, emailRule } from '#contract/v1/rules/rules.ts';

import { joinedValues } from './joined-values.ts';
import { tidyText } from './tidy-text.ts';

/** A phone cell as people write it: one number or two, with words and an extension beside them. */
interface PhoneText {
  /**
   * The numbers without the words beside them, in the order they are written: one or two, and more
   * of an export that joins values.
   */
  readonly numbers: readonly string[];
  /** Whether a word beside a number said only its kind: `tel:`, `(mobile)`. */
  readonly hasLabel: boolean;
  /** Whether an extension followed the number. */
  readonly hasExtension: boolean;
  /** Whether an export joined other values than two whole numbers. */
  readonly isOfSeveral?: boolean;
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
const betweenNumbers = /(?<!\s)(?:\s*[/;,|&\n]\s*|\s+(?:or|and)\s+)/i;
const onlyNumber = /^\+?[\d\s.()[\]\p{Pd}]+$/u;
/** `030/1234567`: a slash after an area code, as it is written in Germany and Austria. */
const areaCodeSlash = /^(\(?0\d{1,4}\)?)\s*\/\s*(?=\d)/;

/**
 * Parses the text of a phone, ignoring hidden characters. Returns undefined if it has anything that
 * is not a phone number, a word for its kind or an extension, such as a name.
 */
export function parsePhoneText(written: string): PhoneText | undefined {
  const text = toHalfWidth(tidyText(written));
  const joined = joinedValues(text);
  if (joined) return parseJoined(joined);
  if (text.length > maxLength) return undefined;
  const single = parseNumber(text);
  if (single) return single;
  const parts = text.split(betweenNumbers);
  const [first, second] = parts.map(parseNumber);
  if (parts.length !== 2 || !first || !second) return undefined;
  if (first.hasExtension || second.hasExtension) return undefined;
  const numbers = [...first.numbers, ...second.numbers];
  const hasLabel = first.hasLabel || second.hasLabel;
  return numbers.every(isWhole) ? { numbers, hasLabel, hasExtension: false } : undefined;
}

const isWhole = (number: string) => number.replaceAll(/\D/g, '').length >= minDigits;

/** Returns the whole numbers of joined values; undefined if there is none. */
function parseJoined(values: readonly string[]): PhoneText | undefined {
  const parsed = values.flatMap((value) =>
    value.length > maxLength ? [] : (parseNumber(value) ?? []),
  );
  const numbers = parsed.flatMap((one) => one.numbers).filter(isWhole);
  if (numbers.length === 0) return undefined;
  const isLossless = parsed.length === values.length && !parsed.some((one) => one.hasExtension);
  return {
    numbers,
    hasLabel: parsed.some((one) => one.hasLabel),
    hasExtension: false,
    isOfSeveral: numbers.length !== 2 || values.length !== 2 || !isLossless,
  };
}

function parseNumber(text: string): PhoneText | undefined {
  if (onlyNumber.test(text))
    return { numbers: [text.trim()], hasLabel: false, hasExtension: false };
  const unlabelled = withoutLabel(text);
  const withoutExtension = unlabelled.replace(extension, '');
  // The extension can stand before the word: `9374 4000 x12 (work)`.
  const number = withoutLabel(withoutExtension).replace(areaCodeSlash, '$1 ').trim();
  if (!onlyNumber.test(number)) return undefined;
  return {
    numbers: [number],
    hasLabel: unlabelled !== text || withoutLabel(withoutExtension) !== withoutExtension,
    hasExtension: withoutExtension !== unlabelled,
  };
}

const withoutLabel = (text: string) => text.replace(labelBefore, '').replace(labelAfter, '').trim();

const phoneIssueKinds = [
  'phone-without-plus',
  'phone-label',
  'phone-extension',
  'two-phones',
  'several-phones',
] as const;
/** The kinds of issue of a phone that is a number in some country, or several numbers. */
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
  if (phone?.isOfSeveral) return 'several-phones';
  if (phone?.numbers.length === 2) return 'two-phones';
  if (phone?.hasExtension) return 'phone-extension';
  if (phone?.hasLabel) return 'phone-label';
  return digitsAndGaps.test(toHalfWidth(tidyText(cell))) ? 'phone-without-plus' : undefined;
}

const betweenEmails = /[\s;,|/&]+(?:(?:and|or)\s+)?/i;

/** The different email addresses of a cell, in the order they are written. */
interface EmailText {
  readonly addresses: readonly string[];
  /** Whether an export joined other values than two addresses. */
  readonly isOfSeveral: boolean;
}

/**
 * Parses a cell that contains two email addresses and nothing else, or values that an export
 * joined, one of which at least is an address. Returns undefined for any other cell.
 */
export function parseEmailText(written: string): EmailText | undefined {
  const text = tidyText(written);
  const joined = joinedValues(text);
  const values = joined ?? text.split(betweenEmails, 3);
  const valid = values.flatMap((value) => validEmail(value) ?? []);
  const lower = valid.map((one) => one.toLowerCase());
  const addresses = valid.filter((one, at) => lower.indexOf(one.toLowerCase()) === at);
  const isTwo = addresses.length === 2 && valid.length === values.length;
  if (!isTwo && (joined === undefined || addresses.length === 0)) return undefined;
  return { addresses, isOfSeveral: !isTwo };
}

function validEmail(text: string): string | undefined {
  const result = emailRule(text);
  return result.error === undefined ? result.value : result.suggestion;
}
