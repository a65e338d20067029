import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import {
  templateColumns,
  templateHeader,
  type TemplateColumn,
} from '#contract/bulk-upload/lead-template.ts';
import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import { type Random, randomFrom } from '#server/testing/random.ts';

const rowsInPart = 1_000;

/** The special rows among those generated: each occurs once in this many rows. */
const every = { invalid: 50, brokenLine: 25 } as const;

/**
 * Writes a CSV file with a number of leads in the template's exact form: windows-1252, half of the
 * optional cells filled, one row in 50 invalid, one row in 25 with line breaks in a quoted cell.
 * The same seed writes the same bytes.
 */
export async function writeCsvFile(path: string, rows: number, seed = 1): Promise<void> {
  await pipeline(Readable.from(parts(rows, randomFrom(seed))), createWriteStream(path));
}

function* parts(rows: number, random: Random): Generator<Uint8Array> {
  yield Buffer.from(`${templateHeader}\r\n`);
  for (let first = 0; first < rows; first += rowsInPart) {
    const lines: string[] = [];
    for (let row = first; row < Math.min(rows, first + rowsInPart); row += 1) {
      lines.push(csvLine(leadCells(row, random)));
    }
    // All of its letters have the same bytes in windows-1252 as in Latin 1.
    yield Buffer.from(lines.join(''), 'latin1');
  }
}

function leadCells(row: number, random: Random): string[] {
  const isInvalid = row % every.invalid === every.invalid - 1;
  return templateColumns.map((column) => {
    if (isInvalid && column.name === 'phone')
      return `0491 570 ${String(row % 1_000).padStart(3, '0')}`;
    if (column.name === 'notes' && row % every.brokenLine === 0) {
      return 'Rang on Monday, asked for "a quick answer".\nRing again on Friday.';
    }
    // Both columns name partners and contacts of one service, which a file of leads needn't do.
    if (column.name === 'brokerId' || column.name === 'brokerRepId') return '';
    return column.field.required || random.chance(0.5) ? cell(column, row, random) : '';
  });
}

const names = ['Zoë', 'José', 'Anna', 'Noah', 'Siân', 'Björn', 'Mary Ann', 'Françoise'];
const texts = [
  'Café Ñandú Pty Ltd',
  'Baker & Sons',
  'Unit 4/12 Wharf Road',
  'Harbour Freight',
  'Sydney',
];

/**
 * Returns a valid cell. Phones, email addresses and business numbers differ from row to row, as
 * those of real clients do.
 */
function cell({ name, field }: TemplateColumn, row: number, random: Random): string {
  const values = field.values ?? (name.endsWith('Name') ? names : texts);
  const number = String(row).padStart(8, '0');
  switch (field.kind) {
    case 'phone':
      return `+61${name.length % 10}${number}`.replace('+610', '+614');
    case 'email':
      return `${name.toLowerCase()}${number}@client.test`;
    case 'number':
      return String(random.int(0, 4_999) * 100);
    case 'date':
      return `19${random.int(50, 99)}-0${random.int(1, 9)}-1${random.digits(1)}`;
    default:
      if (name === 'partnerLeadReferenceId') return `${name}-${number}`;
      return businessNumber(name, number) ?? random.pick(values);
  }
}

/** Returns a business number with right check digits; undefined for any other column. */
function businessNumber(column: string, digits: string): string | undefined {
  const name = businessNumberNames.find((one) => one === column);
  if (name === undefined) return undefined;
  const forms = {
    abn: (at: number) => `${10 + at}0${digits}`,
    acn: (at: number) => `${digits}${at}`,
    nzbn: (at: number) => `9429${digits}${at}`,
    crn: () => digits,
    uen: (at: number) => `${digits}${String.fromCharCode(0x41 + at)}`,
  };
  const candidates = Array.from({ length: 90 }, (_, at) => forms[name](at));
  return candidates.find((candidate) => 'ok' in businessNumbers[name].check(candidate));
}
