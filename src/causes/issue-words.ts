import { excelCsv } from '#contract/csv-text.ts';
import type { TemplateColumn } from '#contract/lead-template.ts';

import type { IssueKind } from './issue-kinds.ts';

/** What happened, worded to follow the column's label: `Phone without +`. */
const happened: Readonly<Record<Exclude<IssueKind, 'extra-cells'>, string>> = {
  missing: 'is missing',
  'full-name': 'is missing: the full name stands in one column',
  exponent: 'shortened by Excel: its last digits are gone',
  hashes: 'is #####: the column was too narrow when the file was saved',
  misread: 'with letters that cannot be read',
  unseen: 'with characters nobody sees',
  apostrophe: 'with an apostrophe in front',
  'phone-without-plus': 'without + and country code',
  'amount-signs': 'with a currency sign, commas or spaces',
  'amount-cents': 'with cents',
  'date-order': 'in another order',
  'date-short-year': 'with a year of two digits',
  'date-words': 'written another way',
  'date-serial': 'as Excel’s number of a day',
  'true-false': 'is TRUE or FALSE, not Yes or No',
  'choice-form': 'with other capitals, spaces or separators',
  suggestion: 'written another way',
  other: 'is not taken',
};

const otherOf: Partial<Record<TemplateColumn['field']['kind'], string>> = {
  email: 'is not one email address',
  phone: 'is not a phone number',
  date: 'is not a date that can be',
  choice: 'is none of the choices',
  choices: 'is none of the choices',
};

/** Returns the words for an error whose reason only the contract's sentence gives. */
function otherWords(column: TemplateColumn, sentence: string): string {
  if (sentence.startsWith('Use at most')) return 'is too long';
  if (column.name === 'brokerId') return 'is another partner’s';
  if (column.name === 'brokerRepId') return 'is no contact of your partner';
  return otherOf[column.field.kind] ?? happened.other;
}

const lost = 'Type it again, or leave the rows out.';

/** What to do, where the contract's sentence doesn't say so. */
const todo: Partial<Record<IssueKind, string>> = {
  'full-name': 'The name can be split into first and last name.',
  exponent: `Nothing in the file tells the digits. ${lost}`,
  hashes: `Nothing in the file tells what stood there. ${lost}`,
  misread: `The file is saved in an encoding that is not recognised. Save it again from Excel as “${excelCsv}”, or correct these cells.`,
  unseen: 'They come from web pages and other programs, and can be taken out.',
  apostrophe: 'Spreadsheets mark a cell as text by it; it can be taken out.',
  'amount-cents': 'Amounts are whole numbers, so the cents are lost.',
  'date-short-year': 'Years that would be in the future are read as of the last century.',
  'date-serial': 'Excel counts days from 1900; the numbers can be turned into dates.',
};

const extraCells = {
  title: 'Rows with more cells than the header',
  advice:
    'A cell that holds a comma or another delimiter has to stand in quotes, or it is cut in two. Correct these rows in the file and choose it again; or submit, and correct them in the file of rejected rows.',
};

/** Returns the title and advice of an issue in plain words. `column`: undefined for whole rows. */
export function issueWords(
  column: TemplateColumn | undefined,
  kind: IssueKind,
  sentence: string,
): { title: string; advice: string } {
  if (column === undefined || kind === 'extra-cells') return extraCells;
  const what = kind === 'other' ? otherWords(column, sentence) : happened[kind];
  return { title: `${column.label} ${what}`, advice: todo[kind] ?? sentence };
}
