import examples from 'libphonenumber-js/examples.mobile.json';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';

import { formatPhone } from './plain-text.ts';

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
