import writeWorkbook from 'write-excel-file/universal';
import type { Feature as LibraryFeature, SheetData } from 'write-excel-file/universal';
import {
  appendMarkupInsideElement,
  findElement,
  getChildElements,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
  setMarkupInsideElement,
  getCellAddress,
} from 'write-excel-file/utility';

import { excelCsv, unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns, type TemplateColumn } from '#contract/bulk-upload/lead-template.ts';

const sheets = { advice: 'How to use', leads: 'Leads', lists: 'Lists' } as const;
const sheetFile = 'xl/worksheets/sheet{id}.xml';
/** Returns a cell that stores text as typed, never as a number, date or formula. */
const textCell = (value: string) => ({ value, type: String, format: '@' });
type Feature = LibraryFeature<Blob>;

const required = templateColumns.filter(({ field }) => field.required).map(({ label }) => label);
const savingAdvice = `Save this workbook and drop it on Bulk upload in the portal. If you need CSV, stay on the sheet Leads, because Excel saves only the sheet that is open; choose File, Save As, and save as ${excelCsv}, not as plain CSV.`;
const adviceLines = [
  'Write one client a row on the sheet Leads, under the column names. Leave the first row as it is: the upload expects these names in this order.',
  `Every client needs: ${required.join(', ').toLowerCase()}. Everything else may stay empty.`,
  'Every cell is formatted as text, so that Excel changes nothing. When you paste from elsewhere, choose Paste Special, Values.',
  'Phones start with + and the country code: +61 412 345 678. Dates are year-month-day: 1984-03-14. Amounts are digits only: 50000.',
  'Where only certain values are allowed, the cell has a list. Separate several suitable products in one cell with semicolons.',
  `To upload: ${savingAdvice}`,
  'Plain CSV writes ? for letters such as ā, ł or ễ; CSV UTF-8 keeps every letter.',
  'Nothing is sent before you have seen every row checked.',
];
const saving = adviceLines.findIndex((line) => line.includes(savingAdvice));

/**
 * Returns the template as an Excel workbook, filled with the given rows. It has a sheet of
 * instructions, the sheet to fill in, and a hidden sheet with the lists of choices. Blocks its
 * thread until it is done: the service creates workbooks with `workbook-thread.ts`.
 */
export async function makeLeadsWorkbook(rows: readonly (readonly string[])[]) {
  const workbook = await writeWorkbook(
    [
      { sheet: sheets.advice, data: adviceData(), columns: [{ width: 110 }] },
      {
        sheet: sheets.leads,
        data: [templateColumns.map(({ name }) => textCell(name))],
        columns: templateColumns.map(({ name }) => ({ width: Math.max(14, name.length + 2) })),
        stickyRowsCount: 1,
        // The default value, set because the library writes no `tabSelected` without it.
        zoomScale: 1,
      },
      { sheet: sheets.lists, data: listsData() },
    ],
    { fontFamily: 'Calibri', fontSize: 11, features: [leadsSheet(rows), openAtLeads] },
  ).toBlob();
  return workbook.arrayBuffer();
}

function adviceData(): SheetData {
  const lines = adviceLines.map((value, at) => [
    {
      value,
      wrap: true,
      alignVertical: 'top' as const,
      ...(at === saving && { fontWeight: 'bold' as const }),
    },
  ]);
  return [[textCell('How to use this workbook')], ...lines];
}

function listsData(): SheetData {
  const maxLength = Math.max(...listedColumns.map(({ field }) => field.values?.length ?? 0));
  return Array.from({ length: maxLength }, (_, row) =>
    listedColumns.map(({ field }) => textCell(field.values?.[row] ?? '')),
  );
}

/**
 * Returns a feature that the library lacks: columns formatted as text down to the last row, lists
 * of choices, and the XML of the rows.
 */
function leadsSheet(rows: readonly (readonly string[])[]): Feature {
  const transform = (xml: string, { sheet }: { readonly sheet?: string }): string => {
    if (sheet !== sheets.leads) return xml;
    const style = styleOfHeader(xml);
    const validations = validationsXml(sheets.lists, { title: 'Saving', text: savingAdvice });
    const empty = insertElementMarkupAccordingToOrderOfSiblings(
      withColumnStyle(xml, style),
      validations,
      getOrderOfSiblings(sheetFile, 'worksheet') ?? [],
      'worksheet',
    );
    // Last, so that the library searches no large text.
    const texts = rows.map((cells, at) => rowXml(at + 2, cells, style));
    return appendMarkupInsideElement(empty, elementIn(empty, 'sheetData'), texts.join(''));
  };
  return { files: { transform: { [sheetFile]: { transform } } } };
}

/**
 * Returns the number that the library has given the style of the header cells. They are formatted
 * as text, so columns and rows with the same style are text too.
 */
function styleOfHeader(xml: string): string {
  const style = elementIn(xml, 'c').openingTagAttributes['s'];
  if (style === undefined) throw new Error('The header of the workbook has no style.');
  return String(style);
}

function withColumnStyle(xml: string, style: string): string {
  const columns = elementIn(xml, 'cols');
  const markup = getChildElements(xml, columns).map(({ tagName, openingTagAttributes }) =>
    getSelfClosingTagMarkup(tagName, { ...openingTagAttributes, style }),
  );
  return setMarkupInsideElement(xml, columns, markup.join(''));
}

function elementIn(xml: string, name: string) {
  const element = findElement(xml, name);
  if (!element) throw new Error(`A sheet of the workbook has no <${name}>.`);
  return element;
}

/**
 * Opens the workbook at the sheet to fill in, because Excel saves the open sheet as CSV. Hides the
 * sheet with the lists.
 */
const openAtLeads: Feature = {
  files: {
    transform: {
      'xl/workbook.xml': {
        transformElementAttributes: (element, attributes) => {
          if (element === 'workbookView') return { ...attributes, activeTab: 1 };
          const isLists = element === 'sheet' && attributes['name'] === sheets.lists;
          return isLists ? { ...attributes, state: 'hidden' } : attributes;
        },
      },
      [sheetFile]: {
        transformElementAttributes: (element, attributes, _index, { sheet }) =>
          element === 'sheetView' && sheet === sheets.leads
            ? { ...attributes, tabSelected: 1 }
            : attributes,
      },
    },
  },
};

/** The number of the last row of an Excel sheet. */
const lastRow = 1_048_576;
const rejectionText = 'Choose a value from the list, or leave the cell empty.';
const letters = templateColumns.map((_, index) => getCellAddress(0, index).slice(0, -1));

/**
 * The template's columns with fixed values, in template order. Each has a column in the sheet of
 * lists.
 */
const listedColumns = templateColumns.filter(({ field }) => field.values !== undefined);

/**
 * Returns a row of text cells as sheet XML (ECMA-376, part 1, 18.3.1). A text cell is never a
 * formula, whatever it starts with. A text gets an extra apostrophe when parsing would remove one,
 * because Excel saves text unchanged.
 */
function rowXml(row: number, cells: readonly string[], style: string): string {
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
function xmlText(text: string): string {
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
function validationsXml(listSheet: string, advice: { title: string; text: string }): string {
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
