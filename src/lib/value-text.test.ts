import { expect, test } from 'vitest';

import { isEmpty, namedText, valueText } from './value-text.ts';

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
])('%j reads "%s"', (value, expected) => {
  expect(valueText(value)).toBe(expected);
});

test('an unknown object is shown with its names', () => {
  const value = { amount: '1250000.00', on: '2026-11-02', by: '', parts: [{ id: 1 }, 'two'] };
  expect(namedText(value)).toBe('amount: 1250000.00, on: 2026-11-02, parts: id: 1, two');
});
