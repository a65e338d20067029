import { expect, test } from 'vitest';

import { compactNumber, formatBusinessNumber, spaceDigits } from './business-numbers.ts';

test.each([
  ['abn', '5', '5'],
  ['abn', '51', '51'],
  ['abn', '518', '51 8'],
  ['abn', '51824753556', '51 824 753 556'],
  ['abn', '518247535561', '51 824 753 5561'],
  ['acn', '004085616', '004 085 616'],
  ['nzbn', '9429041523893', '9429041523893'],
  ['uen', '201279465N', '201279465N'],
  ['abn', '5x', '5x'],
  ['abn', '', ''],
])('digits of a number, %s %s, are spaced as %s', (name, text, spaced) => {
  expect(spaceDigits(name, text)).toBe(spaced);
});

test.each([
  ['abn', '51824753556', '51 824 753 556'],
  ['abn', '51-824-753-556', '51 824 753 556'],
  ['abn', '51 82 47 53 556', '51 824 753 556'],
  ['acn', '004.085.616', '004 085 616'],
  ['acn', '51824753556', '51824753556'],
  ['abn', 'applied for', 'applied for'],
  ['companyName', '51824753556', '51824753556'],
])('a whole number, %s %s, is shown as %s', (name, text, shown) => {
  expect(formatBusinessNumber(name, text)).toBe(shown);
});

test.each([
  ['51 824 753 556', '51824753556'],
  ['t08 ll 1234a', 't08ll1234a'],
  ['n/a', 'n/a'],
])('%s is copied as %s', (text, compact) => {
  expect(compactNumber(text)).toBe(compact);
});
