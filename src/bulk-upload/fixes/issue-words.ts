import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { TemplateColumn } from '#contract/bulk-upload/lead-template.ts';

import type { IssueKind } from './issue-kinds.ts';
import type { IssuePart } from './issue-table.ts';

/** What happened, worded to follow the column's label: `Phone without +`. */
const issueTitles: Readonly<Record<Exclude<IssueKind, 'extra-cells'>, string>> = {
  missing: 'is missing',
  'full-name': 'is missing: the full name is in one column',
  exponent: 'shortened by Excel: its last digits are gone',
  hashes: 'is #####: the column was too narrow when the file was saved',
  'wrong-encoding': 'contains unreadable letters',
  unseen: 'contains hidden characters',
  apostrophe: 'starts with an apostrophe',
  'phone-without-plus': 'without + and country code',
  'phone-label': 'with a word beside the number',
  'phone-extension': 'with an extension',
  'two-phones': 'contains two numbers',
  'two-emails': 'contains two addresses',
  'amount-signs': 'has a currency sign, commas or spaces',
  'amount-cents': 'with cents',
  'date-order': 'has day and month in another order',
  'date-short-year': 'has a two-digit year',
  'date-words': 'is written another way',
  'date-serial': 'is an Excel serial date',
  'true-false': 'is TRUE or FALSE, not Yes or No',
  'choice-form': 'has different capitals, spaces or separators',
  suggestion: 'is written another way',
  other: 'is not taken',
};

const invalidOfKind: Partial<Record<TemplateColumn['field']['kind'], string>> = {
  email: 'is not a valid email address',
  phone: 'is not a valid phone number',
  date: 'is not a valid date',
  choice: 'is not one of the choices',
  choices: 'is not one of the choices',
};

/** Returns the words for an error whose reason only the contract's sentence gives. */
function otherWords(column: TemplateColumn, sentence: string): string {
  if (sentence.startsWith('Use at most')) return 'is too long';
  if (column.name === 'brokerId') return 'is another partner’s';
  if (column.name === 'brokerRepId') return 'is not a contact of your partner';
  return invalidOfKind[column.field.kind] ?? issueTitles.other;
}

const lost = 'Enter it again, or leave the rows out.';

/** What to do, where the contract's sentence doesn't say so. */
const issueAdvice: Partial<Record<IssueKind, string>> = {
  'full-name': 'The name can be split into first and last name.',
  exponent: `The missing digits can’t be recovered from the file. ${lost}`,
  hashes: `The original text can’t be recovered from the file. ${lost}`,
  'wrong-encoding': `The file is not in the encoding in which it was read. Choose another one under “Read as”. Or ${saveAdvice}. Or correct these cells.`,
  unseen: 'They come from web pages and other programs, and can be removed.',
  apostrophe: 'Spreadsheets use it to mark a cell as text; it can be removed.',
  'phone-label': 'Words for the kind of number (tel:, mobile) are left out.',
  'phone-extension': 'A phone number has no extension here; it can be left out, and is lost.',
  'two-phones': 'The first stays here; the second can move to Secondary phone, which is empty.',
  'two-emails': 'The first stays here; the second can move to Secondary email, which is empty.',
  'amount-cents': 'Amounts are whole numbers, so the cents are lost.',
  'date-short-year': 'Years that would be in the future are read as of the last century.',
  'date-serial': 'Excel counts days from 1900; the numbers can be turned into dates.',
};

const extraCells = {
  title: 'Rows with more cells than the header',
  advice:
    'A cell that contains a comma or another delimiter must be in quotes, or it is split in two. Correct these rows in the file and choose it again; or submit, and correct them in the file of rejected rows.',
};

/** What sets a part of an issue apart, to follow the issue's title. */
const partTitles: Readonly<Record<IssuePart, string>> = {
  '': '',
  'no-country': ': no country in the address',
  elsewhere: ': no number of the country in the address',
  rest: ': the others',
};

/** Returns the title and advice of an issue in plain words. `column`: undefined for whole rows. */
export function issueWords(
  column: TemplateColumn | undefined,
  kind: IssueKind,
  sentence: string,
  part: IssuePart = '',
): { title: string; advice: string } {
  if (column === undefined || kind === 'extra-cells') return extraCells;
  const what = kind === 'other' ? otherWords(column, sentence) : issueTitles[kind];
  const title = `${column.label} ${what}${partTitles[part]}`;
  return { title, advice: part === 'elsewhere' ? sentence : (issueAdvice[kind] ?? sentence) };
}
