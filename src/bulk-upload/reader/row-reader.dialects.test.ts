import fc from 'fast-check';
import { expect, it } from 'vitest';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import { delimiters } from '#contract/bulk-upload/parse-options.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { recognise } from './recognise-file.ts';
import { readFileRows } from './row-reader.ts';

const header = ['firstName', 'lastName', 'companyName', 'phone', 'notes'];
const columnIndexes = header.map(templateColumnIndex);

/** Some of the single-byte encodings where every byte is a character. */
const encodings = [
  'windows-1252',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'koi8-r',
] as const;

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const anyCharacter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });

const dialects = encodings.map((encoding) => {
  const isOneByte = !encoding.startsWith('utf-');
  const any = isOneByte
    ? fc.constantFrom(...Array.from(new TextDecoder(encoding).decode(everyByte)))
    : anyCharacter;
  const awkward = fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', "'", '=', '+', ' ');
  const cell = fc.string({ unit: fc.oneof(awkward, any), maxLength: 6 });
  return fc.record({
    encoding: fc.constant(encoding),
    hasBom: isOneByte ? fc.constant(false) : fc.boolean(),
    delimiter: fc.constantFrom(...delimiters),
    lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
    isAllQuoted: fc.boolean(),
    hasSeparatorLine: fc.boolean(),
    endsWithLineEnd: fc.boolean(),
    table: fc.array(fc.tuple(cell, cell, cell, cell, cell), { minLength: 1, maxLength: 8 }),
    sliceSize: fc.integer({ min: 1, max: 200 }),
  });
});
const dialect = fc.oneof(...dialects);
type Written = typeof dialect extends fc.Arbitrary<infer T> ? T : never;

function write(written: Written): Uint8Array<ArrayBuffer> {
  const { delimiter, lineEnd, isAllQuoted, encoding } = written;
  const quoted = (cell: string) =>
    isAllQuoted || /["\r\n]/.test(cell) || cell.includes(delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lines = [header, ...written.table.map((row) => row.map(asWritten))].map((row) =>
    row.map(quoted).join(delimiter),
  );
  if (written.hasSeparatorLine) lines.unshift(`sep=${delimiter}`);
  const text = lines.join(lineEnd) + (written.endsWithLineEnd ? lineEnd : '');
  return encodedText(written.hasBom ? `\ufeff${text}` : text, encoding);
}

/** Returns a cell as it has to be written: with an extra apostrophe if reading removes one. */
function asWritten(cell: string): string {
  return unguardCell(cell) === cell ? cell : `'${cell}`;
}

it('any table in any dialect is read back, or rejected by name', async () => {
  await fc.assert(
    fc.asyncProperty(dialect, async (written) => {
      const file = new File([write(written)], 'leads.csv');
      const found = await recognise(file);
      const isRejected = found.notices.some(({ weight }) => weight === 'stop');
      expect(found.parseOptions === null).toBe(isRejected);
      if (found.parseOptions === null) return;
      expect(found.parseOptions.delimiter).toBe(written.delimiter);
      // The user decides between single-byte encodings.
      const parseOptions = { ...found.parseOptions, encoding: written.encoding };
      const rows: string[][] = [];
      const numbers: number[] = [];
      const { sliceSize } = written;
      const read = await readFileRows(
        file,
        parseOptions,
        (slice) => {
          numbers.push(...slice.rows.map((_, at) => slice.firstRow + at));
          rows.push(
            ...slice.rows.map((row) => columnIndexes.map((columnIndex) => row[columnIndex] ?? '')),
          );
        },
        { sliceSize },
      );
      const expected = written.table;
      expect(rows).toEqual(expected);
      expect(numbers).toEqual(expected.map((_, at) => at + 2));
      expect(read.rows).toBe(expected.length);
      // Random letters look misread; that doesn't stop anyone from reading the file.
      expect(
        read.notices.every(({ kind, weight }) => kind === 'letters' || weight === 'info'),
      ).toBe(true);
    }),
    { numRuns: 300 },
  );
});
