import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { plainBytesOf } from '#src/bulk-upload/reader/plain-bytes.ts';

import { rowsToValidate } from './rows-to-validate.ts';

describe('plain bytes', () => {
  it.each(['windows-1252', 'macintosh', 'utf-8'] as const)(
    '%s: hold no control characters and nothing that combines',
    (encoding) => {
      const arePlain = plainBytesOf(encoding);
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc.uint8Array({ min: 0x0a, max: 0x7f, maxLength: 12 }),
        fc
          .string({
            unit: fc.constantFrom(...Array.from('aé\u0300\u0085\u00A0ſ’\r\n\t')),
            maxLength: 12,
          })
          .map((text) => new TextEncoder().encode(text)),
      );
      fc.assert(
        fc.property(bytes, fc.nat(3), (some, lead) => {
          const shifted = new Uint8Array(lead + some.length).subarray(lead);
          shifted.set(some);
          if (!arePlain(shifted)) return;
          const text = new TextDecoder(encoding)
            .decode(shifted)
            .replaceAll('\r\n', '')
            .replaceAll('\n', '');
          expect(text).toBe(text.normalize('NFC'));
          expect(text).not.toMatch(/[\p{Cc}\p{M}]/u);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('are told at once of a usual file', () => {
    expect(plainBytesOf('windows-1252')(new TextEncoder().encode('a,b\r\nc,d\r\n'))).toBe(true);
    expect(plainBytesOf('windows-1252')(Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9, 0x92, 0x0a))).toBe(
      true,
    );
  });
});

describe('rows to look at', () => {
  it('are all that hold a line break or a spoiled number', () => {
    const cell = fc.string({ unit: fc.constantFrom(...Array.from('aE+#",\n \'1')), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 }),
        (rows) => {
          const found = rowsToValidate(rows.map((row) => csvLine(row)).join(''), ',');
          const wanted = rows.flatMap((row, at) =>
            row.some((text) => /\n|E\+|##|'\d/.test(text)) ? [at] : [],
          );
          expect(wanted.filter((at) => !(found?.has(at) ?? true))).toEqual([]);
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
    expect(rowsToValidate('a,"b"c\r\n', ',')).toBeNull();
  });

  it('are found without a look at the whole text for each of them', () => {
    const rows = 30_000;
    const text = `${'a'.repeat(50)},"b, c",########\r\n`.repeat(rows);
    expect(rowsToValidate(text, ',')?.size).toBe(rows);
  });
});
