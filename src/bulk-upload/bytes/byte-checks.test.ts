import fc from 'fast-check';
import { expect, it } from 'vitest';

import { cellChecks } from '#contract/bulk-upload/cell-checks.ts';

import { byteChecks } from './byte-checks.ts';

const signs = [
  ' ',
  '2 0',
  ...'+ - . @ : _ ; / 0 9 A z a.b @b.test +61 1984-03-14 Yes -02-29'.split(' '),
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 }).map((some) => some.join('')),
  fc.stringMatching(/^\+[0-9 -]{5,18}$/),
  fc.stringMatching(/^[12][890]\d\d-[01]\d-[0-3]\d$/),
  fc.stringMatching(/^[\w.+-]{1,4}@[\w.-]{1,9}$/),
  fc.constantFrom(...cellChecks.flatMap(({ column }) => column.field.values ?? [])),
  fc.constantFrom('x'.repeat(120), 'x'.repeat(130), 'x'.repeat(260)),
);

it('what the bytes show to be valid is valid by the contract, also amid other bytes', () => {
  let valid = 0;
  fc.assert(
    fc.property(text, (cell) => {
      const bytes = new TextEncoder().encode(`,0@b.${cell}9,c.d`);
      for (const [columnIndex, check] of byteChecks.entries()) {
        if (!check(bytes, 5, 5 + cell.length)) continue;
        valid += 1;
        const { column, isValid } = cellChecks[columnIndex]!;
        expect([column.name, cell, isValid(cell)]).toEqual([column.name, cell, true]);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(valid).toBeGreaterThan(10_000);
});

it.each([
  ['phone', '+61 491-570 156'],
  ['email', 'a.b+c@d-e.client.test'],
  ['amountRequested', '50000'],
  ['dateOfBirth', '1984-03-14'],
  ['firstName', 'Anna'],
  ['homeOwner', 'Yes'],
])('%s: %s needs no text', (name, cell) => {
  const columnIndex = cellChecks.findIndex(({ column }) => column.name === name);
  expect(byteChecks[columnIndex]!(new TextEncoder().encode(cell), 0, cell.length)).toBe(true);
});
