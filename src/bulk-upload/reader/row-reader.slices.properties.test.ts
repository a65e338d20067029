import fc from 'fast-check';
import { expect, it } from 'vitest';

import { encodings, type Encoding } from '#contract/bulk-upload/parse-options.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { makeDecoder } from './encodings.ts';
import { readFileRows } from './row-reader.ts';

/** Line ends and signs of CSV, which the cells contain among random characters. */
const signs = ['\r\n', '\n', ',', '"a,\n""b"', 'Jose|'];

/** Returns random characters of an encoding as bytes, of every size that the encoding has. */
function charactersOf(encoding: Encoding): fc.Arbitrary<number[]> {
  const isValid = (bytes: number[]) => {
    try {
      return !/[",\r\n]/.test(makeDecoder(encoding).decode(Uint8Array.from(bytes)));
    } catch {
      return false;
    }
  };
  const byte = fc.integer({ min: 0x30, max: 0xff });
  const digit = fc.integer({ min: 0x30, max: 0x39 });
  const high = fc.integer({ min: 0x80, max: 0xfe });
  return fc
    .oneof(
      fc.tuple(byte),
      fc.tuple(high, byte),
      fc.tuple(fc.constant(0x8f), high, high),
      fc.tuple(high, digit, high, digit),
    )
    .filter(isValid);
}

it.each(encodings)('%s: slices of any size hold every row, and give it again', async (encoding) => {
  const textOf = (...texts: string[]) =>
    fc.constantFrom(...texts).map((text) => [...encodedText(text, encoding)]);
  const characters = encoding.startsWith('utf-')
    ? textOf('é', '中', '𝒳', 'a', '')
    : charactersOf(encoding);
  const parts = fc.array(fc.oneof(textOf(...signs), characters), { maxLength: 40 });
  const parseOptions = { encoding, delimiter: ',', columns: null } as const;
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 40 }), async (some, sliceSize) => {
      const bytes = [...encodedText('firstName,lastName\n', encoding), ...some.flat()];
      const file = new File([Uint8Array.from(bytes)], 'leads.csv');
      const read = async (size: number) => {
        const rows: (readonly string[])[] = [];
        const found = await readFileRows(file, parseOptions, (slice) => rows.push(...slice.rows), {
          sliceSize: size,
        });
        return { rows, found };
      };
      const whole = await read(1_000_000);
      const { rows, found } = await read(sliceSize);
      expect(rows).toEqual(whole.rows);
      const again: (readonly string[])[] = [];
      for (let slice = 0; slice < found.slices; slice += 1)
        again.push(...(await found.rowsAt(slice)).rows);
      expect(again).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});
