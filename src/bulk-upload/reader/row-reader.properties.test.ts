import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import type { RowSlice } from './row-format.ts';
import { readFileRows } from './row-reader.ts';

const columns = ['firstName', 'lastName', 'notes'];
const header = 'First name,Last name,Notes';

type Row = [number, ...string[]];

/** Returns the numbers and cells of a slice's rows; rows with extra cells are longer. */
const rowsOf = ({ firstRow, rows }: RowSlice): Row[] =>
  rows.map((row, at): Row => [
    firstRow + at,
    ...row.filter((cell) => cell !== ''),
    `${row.length}`,
  ]);

/** Returns the rows and notices of a file. */
async function readAll(file: File, encoding: Encoding, sliceSize: number) {
  const rows: Row[] = [];
  const opened = await readFileRows(
    file,
    { encoding, delimiter: ',', columns },
    (slice) => void rows.push(...rowsOf(slice)),
    { sliceSize },
  );
  const again: Row[] = [];
  for (let slice = 0; slice < opened.slices; slice += 1)
    again.push(...rowsOf(await opened.rowsAt(slice)));
  expect(again).toEqual(rows);
  expect(opened.rows).toBe(rows.length);
  return { rows, notices: opened.notices };
}

const text = fc.string({
  unit: fc.constantFrom('a', 'ö', '?', 'é', '世', '𝒳', ' ', "'", '='),
  maxLength: 8,
});
const quoted = fc
  .string({ unit: fc.constantFrom('a', '""', '\n', '\r\n', '\r', ',', 'ö'), maxLength: 12 })
  .map((inside) => `"${inside}"`);
const cell = fc.oneof({ weight: 4, arbitrary: text }, { weight: 2, arbitrary: quoted });
const row = fc.oneof(
  { weight: 8, arbitrary: fc.array(cell, { minLength: 3, maxLength: 3 }) },
  fc.array(cell, { maxLength: 5 }),
  fc.constant(['', '']),
);
const line = fc.oneof(
  { weight: 40, arbitrary: row.map((cells) => cells.join(',')) },
  fc.constantFrom('a "b" c,d', '"a" b,c', '"a,b', 'a,b"c,d'),
);
/** The encodings that the text is stored in and read in. */
const encodings = fc.constantFrom<[stored: Encoding, read: Encoding]>(
  ['windows-1252', 'windows-1252'],
  ['windows-1252', 'utf-8'],
  ['utf-8', 'utf-8'],
  ['utf-8', 'windows-1252'],
  ['utf-8', 'macintosh'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['gb18030', 'gb18030'],
);
const files = fc.record({
  // The first slice tells whether rows are padded: fewer rows than it takes.
  lines: fc.array(line, { maxLength: 9 }),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  padding: fc.constantFrom('', '', ',,'),
  hasEnd: fc.boolean(),
  encodings,
});
function fileOf({
  lines,
  lineEnd,
  padding,
  hasEnd,
  encodings: [stored],
}: typeof files extends fc.Arbitrary<infer F> ? F : never): File {
  const rows = [header, ...lines.map((one) => one + padding)].join(lineEnd);
  return new File([bytesOf(rows + (hasEnd ? lineEnd : ''), stored)], 'leads.csv');
}

/** Characters that an encoding does not have, and their replacements. */
const lost: Partial<Record<Encoding, [RegExp, string]>> = {
  'windows-1252': [/[^\0-\xff]/gu, 'ÿ'],
  gb18030: [/[^\0-\x7f]/gu, '世'],
};
const bytesOf = (content: string, encoding: Encoding) =>
  encodedText(content.replaceAll(...(lost[encoding] ?? [/$^/g, ''])), encoding);

it('any file has the same rows and notices in slices of any size, and gives its rows again', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 80 }), async (generated, sliceSize) => {
      const file = fileOf(generated);
      const [stored, encoding] = generated.encodings;
      // Where text becomes invalid is only known up to a slice.
      fc.pre(stored === encoding || encoding !== 'utf-8');
      const whole = await readAll(file, encoding, file.size);
      expect(await readAll(file, encoding, sliceSize)).toEqual(whole);
    }),
    { numRuns: 300 },
  );
});
