import examples from 'libphonenumber-js/examples.mobile.json';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';

import { formatPhone, isEmpty, namedText, plainText } from './plain-text.ts';

test.each([
  ['', true],
  ['  ', true],
  [null, true],
  [undefined, true],
  [[], true],
  [{ city: '', fullAddress: '' }, true],
  [0, false],
  [false, false],
  ['No', false],
  [{ city: 'Perth' }, false],
])('%j is empty: %s', (value, expected) => {
  expect(isEmpty(value)).toBe(expected);
});

test.each([
  ['Kauri Freight', 'Kauri Freight'],
  [3, '3'],
  [['LOC', 'Business Loan'], 'LOC, Business Loan'],
  [{ id: 'x1', firstName: 'Sam', lastName: 'Tester' }, 'Sam Tester'],
  [{ id: 'x1', name: 'Harbour Finance' }, 'Harbour Finance'],
  [{ id: 'x1', type: 'user' }, 'x1'],
  [{ id: 'x1' }, 'x1'],
  [null, ''],
])('%j reads "%s"', (value, words) => {
  expect(plainText(value)).toBe(words);
});

test('an unknown object is shown with its names', () => {
  const value = { amount: '1250000.00', on: '2026-11-02', by: '', parts: [{ id: 1 }, 'two'] };
  expect(namedText(value)).toBe('amount: 1250000.00, on: 2026-11-02, parts: id: 1, two');
});

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
