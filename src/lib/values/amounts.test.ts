import { expect, test } from 'vitest';

import { groupThousands, readAmountDigits } from './amounts.ts';

test.each([
  ['50000', '50,000'],
  ['1234567', '1,234,567'],
  ['999', '999'],
  ['0', '0'],
  ['007000', '007000'],
  ['1200.50', '1200.50'],
  ['50,000', '50,000'],
  ['n/a', 'n/a'],
])('%s is shown as %s', (text, shown) => {
  expect(groupThousands(text)).toBe(shown);
});

test.each([
  ['50,000', 'AUD'],
  [' 50 000 ', 'AUD'],
  ['50’000', null],
  ['$50,000', null],
  ['$50,000.00', 'NZD'],
  ['＄50,000', 'SGD'],
  ['A$50,000', 'AUD'],
  ['AUD 50,000', 'AUD'],
  ['50,000 gbp', 'GBP'],
  ['£50,000', 'GBP'],
])('%s in %s is 50000', (text, currency) => {
  expect(readAmountDigits(text, currency)).toBe('50000');
});

test.each([
  ['1.234', 'AUD'],
  ['50.000', null],
  ['5,00', 'AUD'],
  ['50,00', 'AUD'],
  ['50,0000', 'AUD'],
  ['1,50,000', 'AUD'],
  ['50,000.50', 'AUD'],
  ['50k', 'AUD'],
  ['-50,000', 'AUD'],
  ['£50,000', 'AUD'],
  ['£50,000', null],
  ['NZ$50,000', 'AUD'],
  ['USD 50,000', 'AUD'],
  ['AUD 50,000', null],
  ['$50,000', 'GBP'],
  ['9,999,999,999,999', 'AUD'],
  ['', 'AUD'],
])('%s in %s is not taken', (text, currency) => {
  expect(readAmountDigits(text, currency)).toBeUndefined();
});
