import { expect, test } from 'vitest';

import { phoneForms } from './rows-about-lead.store.ts';

test.each([
  ['+61412345678', ['61412345678', '0412345678', '412345678', '610412345678', '001161412345678']],
  ['+6591234567', ['6591234567', '91234567']],
  ['+36201234567', ['36201234567', '06201234567', '201234567']],
])('%s is also found as dialled in its country and from abroad', (phone, forms) => {
  expect(phoneForms(phone)).toEqual(expect.arrayContaining(forms));
});

test('a number of an unknown country has at least its digits', () => {
  expect(phoneForms('+999123456789')).toEqual(expect.arrayContaining(['999123456789']));
});
