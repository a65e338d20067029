import writeWorkbook, {
  type Feature as LibraryFeature,
  type SheetData,
} from 'write-excel-file/universal';
import {
  appendMarkupInsideElement,
  findElement,
  getChildElements,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
  setMarkupInsideElement,
} from 'write-excel-file/utility';

import { excelCsv } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { listedColumns, rowXml, validationsXml } from './workbook-parts.ts';

const sheets = { advice: 'How to use', leads: 'Leads', lists: 'Lists' } as const;
const sheetFile = 'xl/worksheets/sheet{id}.xml';
/** Returns a cell that stores text as typed, never as a number, date or formula. */
const textCell = (value: string) => ({ value, type: String, format: '@' });
type Feature = LibraryFeature<Blob>;

const required = templateColumns.filter(({ field }) => field.required).map(({ label }) => label);
const savingAdvice = `Save this workbook and drop it on Bulk upload in the portal. If you need CSV, stay on the sheet Leads, because Excel saves only the sheet that is open; choose File, Save As, and save as ${excelCsv}, not as plain CSV.`;
const advice = [
  'Write one client a row on the sheet Leads, under the column names. Leave the first row as it is: the upload expects these names in this order.',
  `Every client needs: ${required.join(', ').toLowerCase()}. Everything else may stay empty.`,
  'Every cell is formatted as text, so that Excel changes nothing. When you paste from elsewhere, choose Paste Special, Values.',
  'Phones start with + and the country code: +61 412 345 678. Dates are year-month-day: 1984-03-14. Amounts are digits only: 50000.',
  'Where only certain values are allowed, the cell has a list. Separate several suitable products in one cell with semicolons.',
  `To upload: ${savingAdvice}`,
  'Plain CSV writes ? for letters such as ā, ł or ễ; CSV UTF-8 keeps every letter.',
  'Nothing is sent before you have seen every row checked.',
];
const saving = advice.findIndex((line) => line.includes(savingAdvice));

/**
 * Returns the template as an Excel workbook, filled with the given rows. It has a sheet of
 * instructions, the sheet to fill in, and a hidden sheet with the lists of choices. Blocks its
 * thread until it is done: the service creates workbooks with `workbook-thread.ts`.
 */
export async function makeLeadsWorkbook(
  rows: readonly (readonly string[])[],
): Promise<ArrayBuffer> {
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
  const lines = advice.map((value, at) => [
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
 * Returns what the library does not support: columns formatted as text down to the last row, lists
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
