import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvLine } from '#contract/bulk-upload/csv-text.ts';

import { rowsToValidate } from './validated-slices.ts';

describe('rows to look at', () => {
  it('are all that hold a line break or a spoiled number', () => {
    const cell = fc.string({
      unit: fc.constantFrom(...Array.from('aE+#",\n \'1NErr:')),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 }),
        (rows) => {
          const found = rowsToValidate(rows.map((row) => csvLine(row)).join(''), ',');
          const expected = rows.flatMap((row, at) =>
            row.some((text) => /\n|E\+|#[#A-Za-z]|Err:|'\d/.test(text)) ? [at] : [],
          );
          expect(expected.filter((at) => !(found?.has(at) ?? true))).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('are none of a usual text, and any where the quotes are odd', () => {
    expect(rowsToValidate('a,"b, c"\r\n"d ""e""",f\r\n', ',')).toEqual(new Set());
    expect(rowsToValidate('a,b\r\nc,"d\ne"\r\nf,g 5" h\r\n6E+10,i\r\n', ',')).toEqual(
      new Set([1, 3]),
    );
    expect(rowsToValidate("a,O'Brien\r\nb,don't\r\nc,'51824753556\r\n", ',')).toEqual(new Set([2]));
    expect(rowsToValidate('a,#N/A\r\nb,Shop #4\r\nErr:502,c\r\n', ',')).toEqual(new Set([0, 2]));
    expect(rowsToValidate('a,"b"c\r\n', ',')).toBeNull();
  });

  it('are found without a look at the whole text for each of them', () => {
    const rows = 30_000;
    const text = `${'a'.repeat(50)},"b, c",########\r\n`.repeat(rows);
    expect(rowsToValidate(text, ',')?.size).toBe(rows);
  });
});
