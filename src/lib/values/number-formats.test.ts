import examples from 'libphonenumber-js/examples.mobile.json';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';

import { compactNumber, formatBusinessNumber, formatPhone, spaceDigits } from './number-formats.ts';

test.each([
  ['+61412345678', '+61 412 345 678'],
  ['+61293744000', '+61 2 9374 4000'],
  ['+611300975707', '+61 1300 975 707'],
  ['+442079460123', '+44 20 7946 0123'],
  ['+441134960000', '+44 113 496 0000'],
  ['+441632960123', '+44 1632 960123'],
  ['+447700900123', '+44 7700 900123'],
  ['+6591234567', '+65 9123 4567'],
  ['+6421123456', '+64 21 123 456'],
  ['+64211234567', '+64 21 123 4567'],
  ['+6490001234', '+64 9 000 1234'],
  ['+15555550123', '+1 555 555 0123'],
  ['+35312345678', '+353 1234 5678'],
  ['+8613912345678', '+86 139 1234 5678'],
  ['+1234567', '+1 234 567'],
  ['0412 345 678', '0412 345 678'],
  ['', ''],
])('%s is shown as "%s"', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});

test.each(['AU', 'NZ', 'GB', 'SG', 'US'] as const)(
  'a mobile of %s has its usual groups',
  (country) => {
    const number = parsePhoneNumberFromString(examples[country], country);
    expect(formatPhone(number?.number ?? '')).toBe(number?.formatInternational());
  },
);

test('every digit is shown, whatever the length', () => {
  for (const code of ['', '44', '61', '64', '65'])
    for (let length = 7 - code.length; length <= 15 - code.length; length += 1) {
      const phone = `+${code}${'2109876543210987'.slice(0, length)}`;
      expect(formatPhone(phone).replaceAll(' ', '')).toBe(phone);
    }
});

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
