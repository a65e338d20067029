import { getCellAddress } from 'write-excel-file/utility';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { type TemplateColumn, templateColumns } from '#contract/bulk-upload/lead-template.ts';

/** The number of the last row of an Excel sheet. */
const lastRow = 1_048_576;
const rejectionText = 'Choose a value from the list, or leave the cell empty.';
const letters = templateColumns.map((_, index) => getCellAddress(0, index).slice(0, -1));

/**
 * The template's columns with fixed values, in template order. Each has a column in the sheet of
 * lists.
 */
export const listedColumns = templateColumns.filter(({ field }) => field.values !== undefined);

/**
 * Returns a row of text cells as sheet XML (ECMA-376, part 1, 18.3.1). A text cell is never a
 * formula, whatever it starts with. A text gets an extra apostrophe when parsing would remove one,
 * because Excel saves text unchanged.
 */
export function rowXml(row: number, cells: readonly string[], style: string): string {
  const xml = cells.map((cell, index) => {
    if (cell === '') return '';
    const text = unguardCell(cell) === cell ? cell : `'${cell}`;
    return `<c r="${letters[index]}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

/**
 * The characters that XML or a spreadsheet (`_x000D_`) would interpret. Most texts contain none,
 * which one search detects.
 */
const special = /[&<>"\uFFFE\uFFFF]|(?![\t\n])\p{Cc}|_(?=x[\dA-Fa-f]{4}_)/gu;
const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/**
 * Returns the text escaped for spreadsheet XML. Characters that XML cannot contain, and carriage
 * returns, become escapes such as `_x000D_` (ECMA-376, part 1, 22.9.2.19).
 */
export function xmlText(text: string): string {
  return text.replaceAll(special, (character) => {
    const name = names[character];
    if (name !== undefined) return `&${name};`;
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/**
 * Returns the data validations as XML: the choices of each column as a list, and advice on saving
 * at the header cell that is selected when the sheet opens. `listSheet` is the sheet whose n-th
 * column holds the values of the n-th listed column.
 */
export function validationsXml(listSheet: string, advice: { title: string; text: string }): string {
  const prompt = `<dataValidation allowBlank="1" showInputMessage="1" promptTitle="${xmlText(advice.title)}" prompt="${xmlText(advice.text)}" sqref="A1"/>`;
  const lists = listedColumns.map((column, at) => listXml(column, `${listSheet}!${range(at)}`));
  return `<dataValidations count="${lists.length + 1}">${prompt}${lists.join('')}</dataValidations>`;

  function range(at: number): string {
    const letter = letters[at];
    return `$${letter}$1:$${letter}$${listedColumns[at]?.field.values?.length}`;
  }
}

function listXml(column: TemplateColumn, source: string): string {
  const letter = letters[templateColumns.indexOf(column)];
  // A cell can hold several choices separated by semicolons, so its list suggests the first choice
  // and rejects nothing.
  const rejection =
    column.field.kind === 'choice'
      ? ` showErrorMessage="1" errorTitle="${xmlText(column.label)}" error="${rejectionText}"`
      : '';
  return `<dataValidation type="list" allowBlank="1"${rejection} sqref="${letter}2:${letter}${lastRow}"><formula1>${source}</formula1></dataValidation>`;
}
