import { expect, it, vi } from 'vitest';

import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { readParts as read } from '#src/testing/csv-parts.ts';

import { RowFormat } from './row-format.ts';

const ada = 'Ada,Lovelace,Engines';

it('a quote that closes after 10 MB is read, with the rows after it, without reading it again and again', async () => {
  const cell = `Engines "${'x'.repeat(1022)}\n`.repeat(10 * 1024);
  const quoted = `"${cell.replaceAll('"', '""')}"`;
  const parse = vi.spyOn(RowFormat.prototype, 'parse');
  const texts: number[] = [];
  const { rows, file } = await read([
    `${templateHeader}\nAda,Lovelace,${quoted}\n${ada}\n`,
    ...Array.from({ length: 3 }, () => `${ada},`.padEnd(400_000, 'x') + '\n'),
    'Zoë,Baker,""',
  ]);
  for (const [text] of parse.mock.calls) texts.push(text.length);
  parse.mockRestore();
  expect(rows[0]?.[3]).toBe(cell);
  expect(rows.slice(1).map(([row, name]) => [row, name])).toEqual([
    [3, 'Ada'],
    [4, 'Ada'],
    [5, 'Ada'],
    [6, 'Ada'],
    [7, 'ZoÃ«'],
  ]);
  expect(file.notices.filter(({ weight }) => weight === 'stop')).toEqual([]);
  expect((await file.rowsAt(file.sliceOf(7)!)).rows.at(-1)?.[0]).toBe('ZoÃ«');
  expect(texts.reduce((sum, length) => sum + length)).toBeLessThan(3.5 * cell.length);
});

it.each([
  [
    'a quote not closed within 67 million characters',
    '"Bob,',
    'A quote opens in row 3 (line 3 of the file), in firstName, and is not closed within 67 million characters.',
  ],
  ['a row that does not end', 'Bob\r', 'Row 3 does not end within 67 million characters.'],
])('%s is named before the rest of a large file is read into memory', async (_, start, title) => {
  const part = 'x'.repeat(1024 * 1024);
  const rest = Array.from({ length: 80 }, () => part);
  const { rows, file } = await read([`${templateHeader}\n${ada}\n${start}`, ...rest]);
  expect(rows.length).toBe(1);
  expect(file.notices).toMatchObject([{ weight: 'stop', title }]);
});
