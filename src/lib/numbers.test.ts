import { expect, test } from 'vitest';

import { amount, count, fileSize, shortAmount } from './numbers.ts';

test.each([
  ['50000.00', '50,000'],
  ['50000', '50,000'],
  ['0.00', '0'],
  ['1234567.50', '1,234,567.50'],
  ['999999999999.00', '999,999,999,999'],
  ['-12.30', '-12.30'],
  ['', '—'],
  [null, '—'],
  [undefined, '—'],
  ['about 50k', 'about 50k'],
  ['1e9', '1e9'],
  ['12345678901234567890.00', '12345678901234567890.00'],
])('the amount %s reads %s', (text, expected) => {
  expect(amount(text, { locale: 'en-AU' })).toBe(expected);
});

test.each([
  ['AUD', 'en-AU', '$50,000', '$50,000.50'],
  ['NZD', 'en-AU', 'NZD 50,000', 'NZD 50,000.50'],
  ['GBP', 'en-GB', '£50,000', '£50,000.50'],
  ['JPY', 'en-AU', 'JPY 50,000', 'JPY 50,001'],
])('amounts in %s for a reader of %s', (currency, locale, whole, cents) => {
  // ICU joins a code and its number with a no-break space.
  const withSpaces = (text: string) => text.replaceAll('\u00A0', ' ');
  expect(withSpaces(amount('50000.00', { currency, locale }))).toBe(whole);
  expect(withSpaces(amount('50000.50', { currency, locale }))).toBe(cents);
});

test.each([
  ['0.00', '$0'],
  ['7450.50', '$7.5K'],
  ['979600.00', '$980K'],
  ['1130000.00', '$1.1M'],
  ['120400000.00', '$120M'],
])('the amount %s is %s in a picture', (text, short) => {
  expect(shortAmount(text, 'AUD', 'en-AU')).toBe(short);
});

test('counts are grouped', () => {
  expect(count(10_000, 'en-AU')).toBe('10,000');
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [49_152, '48 KB'],
  [1_258_291, '1.2 MB'],
  [26_214_400, '25 MB'],
  [1_073_741_824, '1 GB'],
])('%d bytes read "%s"', (bytes, expected) => {
  expect(fileSize(bytes, 'en-AU')).toBe(expected);
});
