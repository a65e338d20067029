import { csvLine, encodeCsv } from '#contract/csv-text.ts';
import { templateColumns, templateHeader, type TemplateColumn } from '#contract/lead-template.ts';

import type { ValidatedSheet } from './validated-sheet.ts';

/** So many that what runs for every row is compiled after them. */
const rows = 1_000;

/**
 * Reads a small file of its own with a sheet that is not used further. A browser loads and compiles code when it first runs: better
 * while a person still looks for their file than while they wait for its rows.
 */
export async function warmUp(sheet: ValidatedSheet): Promise<void> {
  const { parseOptions } = await sheet.recognise(madeUpFile());
  if (parseOptions !== null) await sheet.read(parseOptions, null, () => undefined);
}

/** The template half filled, with a bit of what files have: accents, line breaks, phones without `+`. */
function madeUpFile(): File {
  const lines = Array.from({ length: rows }, (_, row) =>
    csvLine(templateColumns.map((column, place) => madeUpCell(column, row, place))),
  );
  return new File([encodeCsv(`${templateHeader}\r\n${lines.join('')}`).bytes], 'rehearsal.csv');
}

function madeUpCell({ name, field }: TemplateColumn, row: number, place: number): string {
  if (!field.required && (row + place) % 2 === 0) return '';
  switch (field.kind) {
    case 'phone':
      return row % 50 === 0 ? '0412 345 678' : `+614${10_000_000 + row}`;
    case 'email':
      return `${name}${row}@client.test`;
    case 'number':
      return `${100 * row}`;
    case 'date':
      return `19${10 + (row % 90)}-03-14`;
    case 'notes':
      return row % 25 === 0 ? 'Asked for “an answer”.\nRing again.' : 'Café';
    default:
      return field.values?.[row % field.values.length] ?? `Zoë ${row}`;
  }
}
