import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { businessNumberNames } from '#contract/v1/business-numbers.ts';
import { lostText, lostTextErrors } from '#contract/v1/rules/lost-texts.ts';
import { emailRule } from '#contract/v1/rules/rules.ts';

import { isJoined } from './joined-values.ts';
import { canBeName, isLeftOver, withoutCodes } from './program-texts.ts';
import { tidyText, withoutFormula, withoutInvisible } from './tidy-text.ts';

const isText = templateColumns.map(({ field }) => field.kind === 'text' || field.kind === 'notes');
const hasLines = templateColumns.map(({ field }) => field.kind === 'notes');

const numberLike: readonly string[] = [
  ...businessNumberNames,
  'partnerLeadReferenceId',
  'driversLicenseNumber',
  'driverVersionNumber',
  'documentId',
];

/** By column index: whether a spreadsheet may take the cells for numbers and corrupt them. */
export const mayBeDamaged: readonly boolean[] = templateColumns.map(
  ({ name }) => numberLike.includes(name) || name.endsWith('.zipCode'),
);

const personNames = new Set(['firstName', 'lastName']);
const otherNames = new Set(['companyName', 'tradingName', 'brokerContactName']);
const isPersonName = templateColumns.map(({ name }) => personNames.has(name));

/** By column index: whether the cells are names of people or companies. */
const isName: readonly boolean[] = templateColumns.map(
  ({ name }) => personNames.has(name) || otherNames.has(name),
);

/** The sentences of the warnings about texts that the contract accepts. */
const sentences = {
  exponent: lostTextErrors.exponent,
  hashes: lostTextErrors.hashes,
  apostrophe: 'An apostrophe stands in front of this number.',
  'decimal-tail': 'A program added .0 at the end of this number.',
  formula: lostTextErrors.formula,
  'left-over': 'A program wrote this word because there was no value.',
  codes: 'This text has codes in place of characters.',
  'quoted-formula': 'This text is written as a formula.',
  shifted: 'This is a phone number or an email address, not a name.',
  'no-name': 'Neither of the two names has a letter.',
  'several-values': 'This text has several values, joined by :::.',
} as const;

/** A program's trace in a text: its kind, and the sentence of the warning about it. */
export interface ProgramTrace {
  readonly kind: keyof typeof sentences;
  readonly sentence: string;
  readonly isWarning: true;
}

const warn = (kind: ProgramTrace['kind']): ProgramTrace => ({
  kind,
  sentence: sentences[kind],
  isWarning: true,
});

/** Returns whether the texts of a column are looked at for traces of programs. */
export const mayHaveTrace = (columnIndex: number): boolean => isText[columnIndex] === true;

/**
 * Returns a warning about another program's trace in a text that the contract accepts; undefined if
 * there is none. Two of the warnings also depend on the row (`isTraceInRow`).
 */
export function programTrace(columnIndex: number, text: string): ProgramTrace | undefined {
  if (!isText[columnIndex]) return undefined;
  if (text.charCodeAt(0) === equals && withoutFormula(text.trim()) !== text.trim())
    return warn('quoted-formula');
  if (isLeftOver(text)) return warn('left-over');
  if (withoutTextCodes(columnIndex, text) !== text) return warn('codes');
  if (isJoined(text) && !hasLines[columnIndex]) return warn('several-values');
  if (mayBeDamaged[columnIndex]) return damagedText(text);
  return isName[columnIndex] ? oddName(columnIndex, text) : undefined;
}

const equals = 0x3d;

/** Returns a text of a column with the characters that its codes stand for. */
function withoutTextCodes(columnIndex: number, text: string): string {
  return withoutCodes(text, hasLines[columnIndex] === true);
}

const decimalTail = /^(\d{3,})\.0$/;

/**
 * Returns a text without a trace of this kind; undefined for the kinds that leave no certain text,
 * such as a word for no value.
 */
export function withoutTrace(
  kind: ProgramTrace['kind'],
  columnIndex: number,
  text: string,
): string | undefined {
  switch (kind) {
    case 'apostrophe':
      return tidyText(text);
    case 'quoted-formula':
    case 'codes':
      return withoutTextCodes(columnIndex, withoutFormula(withoutInvisible(text)));
    case 'decimal-tail':
      return withoutDecimalTail(text);
    default:
      return undefined;
  }
}

/** Returns a number without the `.0` that programs add; undefined if it has none. */
const withoutDecimalTail = (text: string): string | undefined => decimalTail.exec(text.trim())?.[1];

/** Returns a warning if a spreadsheet or a program corrupted a text that has a number. */
function damagedText(text: string): ProgramTrace | undefined {
  const isSuspect = text.charCodeAt(0) === 35 || (text.length < 16 && text.includes('E+'));
  const kind = isSuspect ? lostText(text) : undefined;
  if (kind) return warn(kind);
  if (text.endsWith('.0') && withoutDecimalTail(text) !== undefined) return warn('decimal-tail');
  return text.charCodeAt(0) === 39 && /^'\d/.test(text) ? warn('apostrophe') : undefined;
}

const letter = /\p{L}/u;
const letterOrDigit = /[\p{L}\p{N}]/u;
const phoneLike = /^\+?[\d\s().\p{Pd}]+$/u;
const minPhoneDigits = 7;

function oddName(columnIndex: number, text: string): ProgramTrace | undefined {
  if (text.includes('@')) {
    const result = emailRule(text);
    return result.error === undefined || result.suggestion !== undefined
      ? warn('shifted')
      : undefined;
  }
  if (letter.test(text)) return undefined;
  if (phoneLike.test(text) && text.replaceAll(/\D/g, '').length >= minPhoneDigits)
    return warn('shifted');
  return isPersonName[columnIndex] && !letterOrDigit.test(text) ? warn('no-name') : undefined;
}

/** A trace, or another issue of a cell. */
type FoundTrace = { readonly kind: string; readonly isWarning?: boolean };

/**
 * Returns whether the other cells of a row confirm a warning. Null and None are surnames: they are
 * only pointed out beside another word for no value. A dash may stand for one missing name, but not
 * for both: the first of the two is pointed out.
 */
export function isTraceInRow(
  { kind }: FoundTrace,
  columnIndex: number,
  cells: readonly string[],
): boolean {
  const { name } = templateColumns[columnIndex] ?? {};
  if (kind === 'no-name')
    return (
      name === 'firstName' &&
      cells.every(
        (text, at) => at === columnIndex || !isPersonName[at] || !letterOrDigit.test(text),
      )
    );
  if (kind !== 'left-over' || !isPersonName[columnIndex] || !canBeName(cells[columnIndex] ?? ''))
    return true;
  return cells.some((text, at) => at !== columnIndex && isLeftOver(text));
}

/** Returns whether only a whole row shows if a warning applies to a cell. */
export const dependsOnRow = ({ kind, isWarning }: FoundTrace, columnIndex: number): boolean =>
  isWarning === true &&
  isPersonName[columnIndex] === true &&
  (kind === 'no-name' || kind === 'left-over');
