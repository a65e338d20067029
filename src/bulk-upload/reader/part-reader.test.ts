import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { parsePartAhead } from './part-reader.ts';
import { RowFindings } from './row-findings.ts';
import type { RowSlice } from './row-format.ts';
import { RowParser } from './row-parser.ts';
import { openRows, readFileRows, type PartsAhead } from './row-reader.ts';

const columns = ['firstName', 'lastName', 'notes'];
const header = 'First name,Last name,Notes';

interface Sizes {
  readonly partSize: number;
  readonly sliceSize: number;
}
type Row = [number, ...string[]];
type Start = 'guessed' | 'wrong';

/** Returns the numbers and cells of a slice's rows; rows with extra cells are longer. */
const rowsOf = ({ firstRow, rows }: RowSlice): Row[] =>
  rows.map((row, at): Row => [
    firstRow + at,
    ...row.filter((cell) => cell !== ''),
    `${row.length}`,
  ]);

/**
 * Reads parts as workers do. Those whose start is `wrong` are read from a byte before the guessed
 * start.
 */
function readAhead(file: File, encoding: Encoding, sizes: Sizes, starts: readonly Start[]) {
  const rows: Row[] = [];
  let accepted = 0;
  const ahead: PartsAhead<Row[]> = {
    sizes,
    capacity: 3,
    async parse(request, bytes) {
      const format = await openRows(file, { encoding, delimiter: ',', columns });
      const content: Row[] = [];
      const onSlice = (slice: RowSlice) => void content.push(...rowsOf(slice));
      const part = parsePartAhead(format, request, bytes, sizes, onSlice);
      if (starts[request.part % starts.length] === 'guessed') return { ...part, content };
      content.length = 0;
      const findings = new RowFindings(format, Math.max(0, part.findings.start - 2));
      format.paddedWidth = part.expectedWidth;
      const end = (request.part + 1) * sizes.partSize;
      const wrong = await file.slice(findings.start, end).arrayBuffer();
      const parser = new RowParser(format, findings, onSlice);
      parser.push(new Uint8Array(wrong));
      // Such a start is right where the guess was wrong.
      if (request.isLast) parser.end();
      return { ...part, findings: findings.all(), content };
    },
    accept(content) {
      const before = rows.at(-1)?.[0] ?? 1;
      for (const [row, ...cells] of content) rows.push([row + before - 1, ...cells]);
      accepted += 1;
    },
  };
  return { ahead, rows, accepted: () => accepted };
}

/** Returns all that reading a file gives. */
async function readAll(file: File, encoding: Encoding, sizes: Sizes, starts?: readonly Start[]) {
  const read = readAhead(file, encoding, sizes, starts ?? ['guessed']);
  const { rows } = read;
  const options = { ...sizes, ahead: starts && read.ahead };
  const reported: number[] = [];
  const opened = await readFileRows(
    file,
    { encoding, delimiter: ',', columns },
    (slice) => void rows.push(...rowsOf(slice)),
    { ...options, onProgress: ({ bytes }) => reported.push(bytes) },
  );
  expect(reported).toEqual(reported.toSorted((one, other) => one - other));
  const again: Row[] = [];
  for (let slice = 0; slice < opened.slices; slice += 1)
    again.push(...rowsOf(await opened.rowsAt(slice)));
  expect(again).toEqual(rows);
  const { notices, contentHash } = opened;
  return { rows, notices, count: opened.rows, contentHash, accepted: read.accepted() };
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
/** How the text is stored, and in which encoding it is read. */
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
  lines: fc.oneof(fc.array(line, { maxLength: 9 }), fc.array(line, { maxLength: 25 })),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  padding: fc.constantFrom('', '', ',,'),
  hasEnd: fc.boolean(),
  encodings,
});
/** Parts begin with whole characters, as blocks do. */
const sizes = fc
  .record({
    characters: fc.integer({ min: 1, max: 30 }),
    sliceSize: fc.integer({ min: 1, max: 80 }),
  })
  .map(({ characters, sliceSize }): Sizes => ({ partSize: characters * 4, sliceSize }));
const starts = fc.array(fc.constantFrom<Start>('guessed', 'guessed', 'wrong'), {
  minLength: 1,
  maxLength: 5,
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

/** Characters that an encoding does not have, and what stands for them. */
const lost: Partial<Record<Encoding, [RegExp, string]>> = {
  'windows-1252': [/[^\0-\xff]/gu, 'ÿ'],
  gb18030: [/[^\0-\x7f]/gu, '世'],
};
const bytesOf = (content: string, encoding: Encoding) =>
  encodedText(content.replaceAll(...(lost[encoding] ?? [/$^/g, ''])), encoding);

describe('any file in parts of any size', () => {
  it('is read the same whether its parts are read one after the other or ahead, also from wrong starts', async () => {
    await fc.assert(
      fc.asyncProperty(files, sizes, starts, async (generated, ofParts, ofStarts) => {
        const file = fileOf(generated);
        const [, encoding] = generated.encodings;
        const { accepted, ...inOrder } = await readAll(file, encoding, ofParts);
        expect(accepted).toBe(0);
        expect(await readAll(file, encoding, ofParts, ofStarts)).toMatchObject(inOrder);
      }),
      { numRuns: 300 },
    );
  });

  it('has the rows and notices of the whole file', async () => {
    await fc.assert(
      fc.asyncProperty(files, sizes, async (generated, ofParts) => {
        const file = fileOf(generated);
        const [stored, encoding] = generated.encodings;
        // Where text becomes invalid is only known up to a slice.
        fc.pre(stored === encoding || encoding !== 'utf-8');
        // The first slice tells whether rows are padded.
        fc.pre(generated.lines.length < 10);
        const { rows, notices } = await readAll(file, encoding, ofParts);
        const whole = await readAll(file, encoding, { partSize: file.size, sliceSize: file.size });
        expect({ rows, notices }).toEqual({ rows: whole.rows, notices: whole.notices });
      }),
      { numRuns: 200 },
    );
  });
});

it('no part has to be read twice where rows have line breaks in their cells', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `Ada,"O""Neill\n\n${at}","a, b\n"`);
  const content = [header, ...rows].join('\r\n');
  const small = { partSize: 100, sliceSize: 50 };
  const { accepted, count } = await readAll(new File([content], 'leads.csv'), 'utf-8', small, [
    'guessed',
  ]);
  expect({ accepted, count }).toEqual({ accepted: Math.ceil(content.length / 100), count: 300 });
});
