import { expect, it } from 'vitest';

import { templateColumns, templateHeader } from '#contract/lead-template.ts';

import { recognise } from './recognise-file.ts';
import { readRows } from './row-reader.ts';

it('reads a plain file', async () => {
  const file = new File([`${templateHeader}\r\nAda,Lovelace,"Engines\nLtd",+61491570156\r\n\r\nBob,'=x\r\n`], 'a.csv');
  const found = await recognise(file);
  expect(found).toMatchObject({ isExact: true, encodingName: 'plain ASCII', notices: [] });
  const rows: string[][] = [];
  const read = await readRows(file, found.reading!, (slice) => rows.push(...slice.rows), { sliceSize: 7 });
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['Ada', 'Lovelace', 'Engines\nLtd', '+61491570156'],
    ['', '', '', ''],
    ['Bob', '=x', '', ''],
  ]);
  expect(rows.every((row) => row.length === templateColumns.length)).toBe(true);
  expect(read.rows).toBe(3);
  expect(read.contentHash).toMatch(/^[0-9a-f]{64}$/);
  expect((await read.rowsAt(read.sliceOf(4)!)).rows.at(-1)?.[1]).toBe('=x');
});
