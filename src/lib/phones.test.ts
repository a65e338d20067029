import { expect, test } from 'vitest';

import { groupedPhone } from './phones.ts';

test.each([
  ['+61412345678', '+61 412 345 678'],
  ['+442079460259', '+44 207 946 0259'],
  ['+6591234567', '+65 9123 4567'],
  ['+6421123456', '+64 2112 3456'],
  ['+15555550123', '+1 555 555 0123'],
  ['+35312345678', '+353 1234 5678'],
  ['+8613912345678', '+86 139 1234 5678'],
  ['+1234567', '+1 234 567'],
  ['0412 345 678', '0412 345 678'],
  ['', ''],
])('%s reads "%s"', (phone, words) => {
  expect(groupedPhone(phone)).toBe(words);
});

test('no digit is lost, whatever the length', () => {
  for (let length = 7; length <= 15; length += 1) {
    const phone = `+${'2109876543210987'.slice(0, length)}`;
    expect(groupedPhone(phone).replaceAll(' ', '')).toBe(phone);
  }
});
