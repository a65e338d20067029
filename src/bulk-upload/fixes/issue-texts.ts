import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { TemplateColumn } from '#contract/bulk-upload/lead-template.ts';
import { lostTextErrors } from '#contract/v1/rules/lost-texts.ts';

import { issueTitles, type IssueKind } from './issue-kinds.ts';
import type { IssueCells, IssuePart } from './issue-table.ts';

const invalidOfKind: Partial<Record<TemplateColumn['field']['kind'], string>> = {
  email: 'is not a valid email address',
  number: 'is not a number',
  phone: 'is not a valid phone number',
  date: 'is not a valid date',
  choice: 'not recognised',
  choices: 'not recognised',
};

/** Words for an invalid number, by how the contract's sentence about it begins. */
const invalidNumbers: readonly (readonly [sentence: string, what: string])[] = [
  ['Use a number of 0 or more', 'is negative'],
  ['Brackets mean', 'is negative: in brackets'],
  ['Enter the amount in full', 'is in thousands or millions, in words (50 grand)'],
  ['Enter the amount alone', 'is for a period (per month)'],
  ['Use a whole number', 'is not a whole number'],
  ['This number is too large', 'is too large'],
  [lostTextErrors.formula, 'is a spreadsheet error, in a row without a client'],
];

/** Words for an invalid date, by how the contract's sentence about it begins. */
const invalidDates: readonly (readonly [sentence: string, what: string])[] = [
  ['This date doesn’t exist', 'impossible'],
  ['This date is in the future', 'is in the future'],
  ['This date is before 1900', 'is before 1900'],
  ['This is only a year', 'is only a year'],
  ['This is only a month', 'is only a month'],
  ['The day is missing', 'has no day'],
  ['The day or the year is missing', 'has no day or no year'],
];

/** Words for a phone that the contract corrects, by how its sentence begins. */
const correctedPhones: readonly (readonly [sentence: string, what: string])[] = [
  ['Leave out the 0 after', 'with a 0 after the country code'],
  ['The country code is there twice', 'with the country code twice'],
];

/** Returns the words for an error whose reason only the contract's sentence gives. */
function describeOther(column: TemplateColumn, sentence: string): string | undefined {
  if (sentence.startsWith('Use at most')) return 'is too long';
  if (sentence.endsWith(' is not valid. Check the number.')) return 'has wrong check digits';
  if (column.name === 'brokerId') return 'is another partner’s';
  if (column.name === 'brokerRepId') return 'is not a contact of your partner';
  const ofNumber = invalidNumbers.find(([start]) => sentence.startsWith(start))?.[1];
  const ofDate = invalidDates.find(([start]) => sentence.startsWith(start))?.[1];
  return (
    (column.field.kind === 'number' && ofNumber) ||
    (column.field.kind === 'date' && ofDate) ||
    invalidOfKind[column.field.kind]
  );
}

const lost = 'Enter it again, or leave the rows out.';

/** The advice for issues whose sentence in the contract doesn't say what to do. */
const issueAdvice: Partial<Record<IssueKind, string>> = {
  'full-name': 'The name can be split into first and last name.',
  exponent: `The missing digits can’t be recovered from the file. ${lost}`,
  hashes: `The original text can’t be recovered from the file. ${lost}`,
  formula: `The original value can’t be recovered from the file. ${lost}`,
  'wrong-encoding': `The file is not in the encoding in which it was read. Choose another one under “Letters look wrong?”. Or ${saveAdvice}. Or correct these cells.`,
  unseen: 'They come from web pages and other programs, and can be removed.',
  apostrophe: 'Spreadsheets use it to mark a cell as text; it can be removed.',
  'quoted-formula':
    'Programs write it so that a spreadsheet keeps zeros. The value is what stands in the quotes.',
  codes:
    'Web pages and programs write them. They can be replaced by the characters they stand for.',
  'left-over': 'Programs write it where they have no value, as in a database or a script.',
  'decimal-tail': 'Programs add it to numbers in columns with gaps. It can be removed.',
  shifted: 'The columns of these rows may be shifted. Correct them, or leave the rows out.',
  'no-name': 'A client has one name at least. Enter it, or leave the rows out.',
  'phone-label': 'Words for the kind of number (tel:, mobile) are left out.',
  'phone-extension': 'A phone number has no extension here; it can be left out, and is lost.',
  'two-phones': 'The first stays here; the second can move to Secondary phone, which is empty.',
  'two-emails': 'The first stays here; the second can move to Secondary email, which is empty.',
  'several-phones':
    'The first number stays here; the second can move to Secondary phone, which is empty.',
  'several-emails':
    'The first address stays here; the second can move to Secondary email, which is empty.',
  'several-values': 'Exports of contacts join values in this way. Only one has room here.',
  'contact-name': 'Each name and email here is that of one of your contacts.',
  'lost-zeros': 'Spreadsheets remove zeros at the start of a number.',
  'amount-thousands': 'Read k as thousands, m as millions and a lakh as 100,000.',
  'amount-cents': 'Amounts are whole numbers, so the cents are lost.',
  'date-short-year': 'Years that would be in the future are read as of the last century.',
  'date-swapped':
    'A date such as 2002-08-06 beside these can be the 8th of June. Only these show their order: check the others.',
  'date-moment':
    'Many programs write a date as its midnight in another time zone, where it can be the day before.',
  'date-serial': 'Excel counts days from 1900; the numbers can be turned into dates.',
};

const extraCells = {
  title: 'Rows with more cells than the header',
  advice:
    'A cell that contains a comma or another delimiter must be in quotes, or it is split in two. Correct these rows in the file and choose it again; or submit, and correct them in the file of rejected rows.',
};

/** Words that set a part of an issue apart, and follow the issue's title. */
const partTitles: Readonly<Record<IssuePart, string>> = {
  '': '',
  'no-country': ': no country in the address',
  elsewhere: ': no number of the country in the address',
  rest: ': the others',
};

/** Returns the title and advice of an issue in plain words. `column`: undefined for whole rows. */
export function formatIssue(
  column: TemplateColumn | undefined,
  issue: Pick<IssueCells, 'kind' | 'sentence' | 'part' | 'unknown' | 'what'>,
): { title: string; advice: string } {
  const { kind, sentence, part, unknown } = issue;
  if (column === undefined || kind === 'extra-cells') return extraCells;
  const what = issue.what ?? describeIssue(column, kind, sentence);
  const which = unknown === '' ? partTitles[part] : `: “${unknown}”`;
  const title = `${writeTitle(column, what)}${which}`;
  if (unknown !== '') return { title, advice: 'The answer is used for all rows with this text.' };
  return { title, advice: part === 'elsewhere' ? sentence : (issueAdvice[kind] ?? sentence) };
}

function describeIssue(
  column: TemplateColumn,
  kind: Exclude<IssueKind, 'extra-cells'>,
  sentence: string,
): string {
  const isSentence = kind === 'other' || kind === 'business-number';
  const corrected =
    kind === 'suggestion' && correctedPhones.find(([start]) => sentence.startsWith(start));
  if (corrected) return corrected[1];
  return (isSentence ? describeOther(column, sentence) : undefined) ?? issueTitles[kind];
}

/** Returns the column's label with the problem: "Phone is missing", "Impossible date …". */
function writeTitle({ name, label }: TemplateColumn, what: string): string {
  if (what === 'impossible') return `Impossible ${label.toLowerCase()}`;
  const plural = name === 'dateOfBirth' ? 'Dates of birth' : `${label}s`;
  return `${what.startsWith('are ') ? plural : label} ${what}`;
}
