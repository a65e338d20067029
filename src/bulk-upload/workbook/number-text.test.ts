import { expect, it } from 'vitest';

import { makeNumberText } from './number-text.ts';

const inThousands = '[<1000]0;[<1000000]0.0,"K";0.0,,"M"';

it.each([
  [inThousands, 2_500, '2500'],
  [inThousands, 2_500_000, '2500000'],
  ['0" months"', 18, '18 months'],
  ['#,##0.00 "kr"', 1_234.567, '1234.567 kr'],
  ['0000000000', 412_345_678, '0412345678'],
  ['0000 000 000', 412_345_678, '0412 345 678'],
])('a number with the format %s: %d is %s', (pattern, value, text) => {
  expect(makeNumberText(pattern, false)(value)).toBe(text);
});

it('a number is plain if its format is longer than Excel’s may be', () => {
  expect(makeNumberText('0'.repeat(255), false)(7)).toBe('7'.padStart(255, '0'));
  expect(makeNumberText('0'.repeat(256), false)(7)).toBe('7');
});
