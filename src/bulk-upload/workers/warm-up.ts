import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import {
  templateColumns,
  templateHeader,
  type TemplateColumn,
} from '#contract/bulk-upload/lead-template.ts';
import type { ValidatedSheet } from '#src/bulk-upload/rows/validated-sheet.ts';

/** Enough rows for the engine to compile the code that runs for every row. */
const rows = 1_000;

/**
 * Reads a small generated file with a sheet that is not used afterwards. Browsers load and compile
 * code when it first runs: better while the user is still choosing a file than while they wait for
 * its rows.
 */
export async function warmUp(sheet: ValidatedSheet): Promise<void> {
  const { parseOptions } = await sheet.recognise(generatedFile());
  if (parseOptions !== null) await sheet.read(parseOptions, null, () => undefined);
}

/**
 * Returns the template half filled, with what real files contain: accents, line breaks, phones
 * without `+`.
 */
function generatedFile(): File {
  const lines = Array.from({ length: rows }, (_, row) =>
    csvLine(templateColumns.map((column, columnIndex) => generatedCell(column, row, columnIndex))),
  );
  return new File([`${templateHeader}\r\n`, ...lines], 'rehearsal.csv');
}

function generatedCell({ name, field }: TemplateColumn, row: number, columnIndex: number): string {
  if (!field.required && (row + columnIndex) % 2 === 0) return '';
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
