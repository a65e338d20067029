import type { TemplateColumn } from './lead-template.ts';

/**
 * Excel's name of the format in which to save a file for upload. Excel's “CSV (comma
 * delimited)” writes `?` for every letter that windows-1252 does not have, which damages Māori,
 * Polish and Vietnamese names.
 */
export const excelCsv = 'CSV UTF-8 (comma delimited)';

/** How to upload a sheet with every letter preserved, as the end of a sentence. */
export const saveAdvice = `choose the workbook itself, or save it as “${excelCsv}” and choose that file`;

/**
 * A spreadsheet treats a cell with such a start as a formula, and runs it. Some split cells at a
 * semicolon, or skip what shows nothing (U+2800 is a blank of Braille); and signs of other widths
 * and heights become plain ones where a program normalises text. An apostrophe in front is the
 * spreadsheet's own marker for text. The file contains the apostrophe, and reading the file removes
 * it.
 */
const start = '(?:[;\\p{Cf}\\u2800]*[=+\\-@−＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋﬩⩵⩶]|[\\t\\r])';
const formulaStart = new RegExp(`^${start}`, 'u');
/** A formula start, with or without the apostrophes that guarding adds. */
const guardedStart = new RegExp(`^'*${start}`, 'u');
const apostrophe = 0x27;

/**
 * Returns a cell as it is written to a file. A text that starts like a formula gets an apostrophe
 * in front, so that a spreadsheet shows the text and runs nothing. A valid phone or number of its
 * column stays unchanged. A text that already has apostrophes before such a character gets one
 * more, because reading removes one: `unguardCell(guardCell(column, text))` is `text` for every
 * text.
 */
export function guardCell(column: TemplateColumn | null, text: string): string {
  if (!guardedStart.test(text)) return text;
  return formulaStart.test(text) && isValidNumber(column, text) ? text : `'${text}`;
}

/**
 * Returns a cell without its guard: removes one of the apostrophes before a formula start.
 */
export function unguardCell(text: string): string {
  // Runs for every cell of a file: the first comparison is false for nearly all of them.
  return text.charCodeAt(0) === apostrophe && guardedStart.test(text) ? text.slice(1) : text;
}

function isValidNumber(column: TemplateColumn | null, text: string): boolean {
  const kind = column?.field.kind;
  if (kind !== 'phone' && kind !== 'number') return false;
  return column?.field.rule(text).error === undefined;
}

/**
 * Returns one line of a CSV file (RFC 4180), with its line end. Does not guard the cells: call
 * {@link guardCell} first.
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}
