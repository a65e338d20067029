import { templateColumnAt } from '#contract/bulk-upload/lead-template.ts';

import { tidyText } from './tidy-text.ts';

/** The answer that a cell is to become empty. */
export const emptyOption = 'empty';

/** Returns the form in which texts are the same in any case and with any spaces. */
export const choiceKey = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns a text without case, spaces and the punctuation that doesn't change its meaning. Other
 * signs stay, such as the question mark of `Yes?`.
 */
function normalise(text: string): string {
  return choiceKey(text)
    .replaceAll(/&|\band\b/g, '')
    .replaceAll(/[\s.,:;/\\_'’"“”()[\]\p{Pd}]/gu, '');
}

function findValue(values: readonly string[], text: string): string | undefined {
  const normalised = normalise(text);
  return normalised === '' ? undefined : values.find((value) => normalise(value) === normalised);
}

/**
 * Returns the allowed values that a cell means, ignoring case, spaces and punctuation. Where the
 * column allows several values, the usual separators are accepted.
 */
export function readChoices(columnIndex: number, text: string): string | undefined {
  const { kind, values = [] } = templateColumnAt(columnIndex).field;
  const whole = findValue(values, tidyText(text));
  if (whole !== undefined || kind === 'choice') return whole;
  const parts = splitParts(text);
  const found = parts.map((part) => findValue(values, part));
  return parts.length === 0 || found.includes(undefined)
    ? undefined
    : [...new Set(found)].join(';');
}

/**
 * Returns the value that has a text as one of its alternatives, between `/` and `&`: `working
 * capital` is one of `Working Capital / Cashflow`. Returns undefined if there is none or several,
 * or if another value has all words of the text, too.
 */
export function valueWithAlternative(values: readonly string[], text: string): string | undefined {
  const normalised = normalise(text);
  const words = splitWords(text);
  const named = values.filter((value) =>
    value.split(/[/&]/).some((alternative) => normalise(alternative) === normalised),
  );
  const [value] = named;
  const isAlone = named.length === 1 && words.length > 0;
  const hasAllWords = (other: string) => words.every((word) => splitWords(other).includes(word));
  return isAlone && values.every((other) => other === value || !hasAllWords(other))
    ? value
    : undefined;
}

/** Returns the words and numbers of a text, in lower case. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A longer text is a remark and no list of values. */
const maxListLength = 1_000;

/** Returns the texts of a cell that can hold several values. */
function splitParts(text: string): string[] {
  const tidy = tidyText(text);
  if (tidy.length > maxListLength) return [];
  return tidy
    .split(/[;,|/+&\n]+|\sand\s/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A longer text is a remark and not the name of a value. */
export const maxUnknownLength = 60;

/**
 * Returns the text of a choice cell that is none of the values: the whole text or, where the column
 * allows several values, the one part that is unknown. Returns undefined if several parts are
 * unknown, or if the text is too long for the name of a value.
 */
export function unknownChoice(columnIndex: number, text: string): string | undefined {
  const { kind, values = [] } = templateColumnAt(columnIndex).field;
  const isUnknown = (part: string) => findValue(values, part) === undefined;
  const parts = kind === 'choice' ? [tidyText(text)] : splitParts(text).filter(isUnknown);
  const [unknown = '', ...others] = parts.map((part) => part.replaceAll(/\s+/g, ' '));
  const isOne = others.every((other) => choiceKey(other) === choiceKey(unknown));
  const isName = /^[^\p{C}]+$/u.test(unknown) && unknown.length <= maxUnknownLength;
  return isOne && isName ? unknown : undefined;
}

/**
 * Returns a choice cell with the value that its unknown text stands for; {@link emptyOption} leaves
 * the text out.
 */
export function mappedChoice(columnIndex: number, text: string, option: string) {
  const { kind, values = [] } = templateColumnAt(columnIndex).field;
  if (option !== emptyOption && !values.includes(option)) return undefined;
  const value = option === emptyOption ? '' : option;
  if (kind === 'choice') return value;
  const mapped = splitParts(text).map((part) => findValue(values, part) ?? value);
  return [...new Set(mapped)].filter((one) => one !== '').join(';');
}

/** Of single letters only Y and N: T can be a tenant, J joint, F a freehold. */
const yesWords = 'yes y true ja oui si sì sí sim vrai wahr vero verdadero verdadeiro waar āe';
const noWords = 'no n false nein non não nee faux falsch falso onwaar kāo';
const yesNoWords: ReadonlyMap<string, string> = new Map([
  ...yesWords.split(' ').map((word) => [word, 'Yes'] as const),
  ...noWords.split(' ').map((word) => [word, 'No'] as const),
]);
const digits: ReadonlyMap<string, string> = new Map([
  ['1', 'Yes'],
  ['0', 'No'],
]);

function answerIn(words: ReadonlyMap<string, string>, columnIndex: number, text: string) {
  const { values = [] } = templateColumnAt(columnIndex).field;
  if (!values.includes('Yes') || !values.includes('No')) return undefined;
  return words.get(tidyText(text).normalize('NFC').toLowerCase());
}

/**
 * Returns `Yes` or `No` for `TRUE`, `Y`, `VRAI` and the like, if the column allows Yes and No:
 * spreadsheets write TRUE and FALSE in their own language.
 */
export function readYesOrNo(columnIndex: number, text: string): string | undefined {
  return answerIn(yesNoWords, columnIndex, text);
}

/** Returns `Yes` for `1` and `No` for `0`, if the column allows Yes and No. */
export function readYesOrNoDigit(columnIndex: number, text: string): string | undefined {
  return answerIn(digits, columnIndex, text);
}
