import { expect, test } from 'vitest';

import { changedFields } from './leads.rules.ts';

const stored = {
  tradingName: 'Kauri Co',
  suitableProducts: ['LOC'],
  businessAddress: { city: 'Sydney', country: 'Australia' },
};

test('what is not sent keeps its value, also a part of an address', () => {
  expect(changedFields(stored, { lastName: 'Moss', businessAddress: { city: 'Perth' } })).toEqual({
    ...stored,
    lastName: 'Moss',
    businessAddress: { city: 'Perth', country: 'Australia' },
  });
});

test('a field is cleared by null, an empty list, and the last part of an address', () => {
  const businessAddress = { city: null, country: null };
  expect(
    changedFields(stored, { tradingName: null, suitableProducts: [], businessAddress }),
  ).toEqual({});
});

test('whose lead it is is no field', () => {
  expect(changedFields({}, { brokerId: 'p', brokerRepId: 'c', firstName: 'Mia' })).toEqual({
    firstName: 'Mia',
  });
});
