import { isValidCell, validateCell } from '#contract/bulk-upload/lead-rows.ts';
import { type TemplateColumn, templateColumnAt } from '#contract/bulk-upload/lead-template.ts';
import { lostText } from '#contract/v1/rules/lost-texts.ts';
import { amountInFull } from '#contract/v1/rules/number-rule.ts';
import { amountReadings, withoutCents } from '#src/lib/values/amounts.ts';
import {
  readChoices,
  unknownChoice,
  readYesOrNo,
  readYesOrNoDigit,
} from '#src/lib/values/choices.ts';
import { parseEmailText, phoneIssueKind } from '#src/lib/values/contact-texts.ts';
import { dateForm } from '#src/lib/values/dates.ts';
import { joinedValues } from '#src/lib/values/joined-values.ts';
import { isLeftOver, withoutCodes } from '#src/lib/values/program-texts.ts';
import { tidyText, withoutInvisible } from '#src/lib/values/tidy-text.ts';

/**
 * By the kind of an issue: words that say what happened, and follow the column's label: `Phone
 * without +`.
 */
export const issueTitles = {
  missing: 'is missing',
  'full-name': 'is missing: the full name is in one column',
  exponent: 'shortened by Excel: its last digits are gone',
  hashes: 'is #####: the column was too narrow when the file was saved',
  formula: 'is a spreadsheet error such as #N/A',
  'wrong-encoding': 'contains unreadable letters',
  unseen: 'contains hidden characters',
  apostrophe: 'starts with an apostrophe',
  'quoted-formula': 'is written as a formula (="0800")',
  codes: 'has codes in place of characters (&amp;, <br>)',
  'left-over': 'has a program’s word for no value (NULL, nan)',
  'decimal-tail': 'ends with .0',
  shifted: 'is a phone number or an email address',
  'no-name': 'has no letters, and neither has Last name',
  'phone-without-plus': 'without + and country code',
  'phone-label': 'with a word beside the number',
  'phone-extension': 'with an extension',
  'two-phones': 'contains two numbers',
  'two-emails': 'contains two addresses',
  'several-phones': 'contains several values (:::)',
  'several-emails': 'contains several values (:::)',
  'several-values': 'contains several values (:::)',
  'amount-signs': 'has a currency sign, commas or spaces',
  'amount-cents': 'with cents',
  'amount-thousands': 'is shortened (1.5k, 2 million)',
  'amount-marks': 'has points or commas that can mean thousands or cents',
  'date-order': 'are day/month/year or month/day/year',
  'date-short-year': 'has a two-digit year',
  'date-words': 'is written another way',
  'date-moment': 'has a time and a time zone',
  'date-serial': 'is an Excel serial date',
  'date-zero': 'is zeros, not a date',
  'date-swapped': 'seems to be year-day-month, perhaps in the whole column',
  'true-false': 'says yes or no in another way',
  'yes-no-digit': 'is 1 or 0, not Yes or No',
  'choice-form': 'has different capitals, spaces or punctuation',
  'choice-value': 'not recognised',
  'contact-name': 'is a name or an email, not an ID',
  'contact-unknown': 'is not a contact of your partner',
  'lost-zeros': 'may have lost zeros at the start',
  'business-number': 'is not in the usual form',
  suggestion: 'is written another way',
  other: 'is not taken',
} as const;

/** The reason why a cell is invalid, as far as it shows; `extra-cells` applies to a whole row. */
export type IssueKind = keyof typeof issueTitles | 'extra-cells';

/**
 * The kind of issue of a cell, and the sentence of the contract or, for a warning, of the portal.
 */
export interface FoundIssue {
  readonly kind: IssueKind;
  readonly sentence: string;
  /** Whether the contract accepts the cell, and the portal only warns about it. */
  readonly isWarning?: boolean;
}

const emptiable: ReadonlySet<IssueKind> = new Set([
  'choice-value',
  'date-zero',
  'formula',
  'left-over',
]);

/** Returns whether an answer to the issue's question leaves its cells empty. */
export const canBeCleared = (kind: IssueKind): boolean => emptiable.has(kind);

/** Bytes that are undefined in windows-1252; in another encoding they were letters. */
const undefinedBytes = /[\u0080-\u009f]/;

/**
 * Returns why the contract rejects a cell. `suggestion`: the contract's corrected text, if any.
 * Blank cells are `missing`.
 */
export function issueKind(
  columnIndex: number,
  text: string,
  suggestion: string | undefined,
): IssueKind {
  if (text.trim() === '') return 'missing';
  // Removing it, as other control characters are removed, would remove a letter.
  if (undefinedBytes.test(text)) return 'wrong-encoding';
  const { kind } = templateColumnAt(columnIndex).field;
  const tidy = tidyText(text);
  return (
    untidyKind(columnIndex, text, tidy) ??
    lostKind(kind, tidy) ??
    programKind(columnIndex, tidy) ??
    kindOfField(kind, columnIndex, tidy, suggestion) ??
    joinedKind(columnIndex, tidy) ??
    (suggestion === undefined ? 'other' : 'suggestion')
  );
}

/** Returns the kind of a text that is valid without its hidden characters or its prefix. */
function untidyKind(columnIndex: number, text: string, tidy: string): IssueKind | undefined {
  if (tidy === '') return undefined;
  const visible = withoutInvisible(text);
  if (visible !== text.trim() && isValidCell(columnIndex, visible)) return 'unseen';
  if (tidy === visible || !isValidCell(columnIndex, tidy)) return undefined;
  return visible.startsWith('=') ? 'quoted-formula' : 'apostrophe';
}

/** Returns the kind of a text that a program wrote for no value, or with codes for characters. */
function programKind(columnIndex: number, tidy: string): IssueKind | undefined {
  // A value in other letters is that value: none of a choice.
  if (isLeftOver(tidy) && readChoices(columnIndex, tidy) === undefined) return 'left-over';
  const decoded = withoutCodes(tidy, false);
  return decoded !== tidy && isValidCell(columnIndex, decoded) ? 'codes' : undefined;
}

/** Returns the kind of a text whose characters a spreadsheet replaced. */
function lostKind(fieldKind: FieldKind, tidy: string): IssueKind | undefined {
  const lost = lostText(tidy);
  const isOfDigits = fieldKind === 'phone' || fieldKind === 'number';
  return lost !== 'exponent' || isOfDigits ? lost : undefined;
}

type FieldKind = TemplateColumn['field']['kind'];

function kindOfField(
  fieldKind: FieldKind,
  columnIndex: number,
  tidy: string,
  suggestion: string | undefined,
): IssueKind | undefined {
  switch (fieldKind) {
    case 'phone':
      return phoneIssueKind(tidy, suggestion);
    case 'email':
      return emailKind(tidy);
    case 'number':
      return amountKind(columnIndex, tidy);
    case 'date': {
      const form = dateForm(tidy);
      return form && `date-${form}`;
    }
    case 'choice':
    case 'choices':
      return choiceKind(columnIndex, tidy);
    default:
      return undefined;
  }
}

function emailKind(tidy: string): IssueKind | undefined {
  const emails = parseEmailText(tidy);
  return emails && (emails.isOfSeveral ? 'several-emails' : 'two-emails');
}

/** Returns the kind of a text where an export joined several values, one of them valid. */
export function joinedKind(columnIndex: number, tidy: string): IssueKind | undefined {
  const isValid = (value: string) => isValidCell(columnIndex, value);
  return joinedValues(tidy)?.some(isValid) ? 'several-values' : undefined;
}

function amountKind(columnIndex: number, tidy: string): IssueKind | undefined {
  if (amountInFull(tidy) !== undefined) return 'amount-thousands';
  if (readAmount(columnIndex, tidy) !== undefined) return 'amount-signs';
  if (withoutCents(tidy, false) !== undefined) return 'amount-cents';
  return amountReadings(tidy).length > 0 ? 'amount-marks' : undefined;
}

function choiceKind(columnIndex: number, tidy: string): IssueKind | undefined {
  if (readChoices(columnIndex, tidy) !== undefined) return 'choice-form';
  if (readYesOrNo(columnIndex, tidy) !== undefined) return 'true-false';
  if (readYesOrNoDigit(columnIndex, tidy) !== undefined) return 'yes-no-digit';
  return unknownChoice(columnIndex, tidy) === undefined ? undefined : 'choice-value';
}

/**
 * Returns the contract's suggestion for an amount without invisible characters and a leading
 * apostrophe, or the amount itself if it is then valid.
 */
export function readAmount(columnIndex: number, text: string): string | undefined {
  const result = validateCell(columnIndex, tidyText(text));
  return result.error === undefined ? tidyText(text) : result.suggestion;
}
