import { expect, test } from 'vitest';

import { changedValues } from './upstream-changes.rules.ts';

test('a list or an address that is sent as it stands is no change', () => {
  const sent = { suitableProducts: ['LOC'], firstName: 'Mia' };
  const before = { suitableProducts: ['LOC'], firstName: 'Ann' };
  const after = { suitableProducts: ['LOC'], firstName: 'Mia' };
  expect(changedValues({ sent, before, after })).toEqual({
    former: { firstName: 'Ann' },
    current: { firstName: 'Mia' },
  });
});

test('what was not read before has no value before', () => {
  const values = { firstName: 'Mia' };
  expect(changedValues({ sent: values, before: undefined, after: values })).toEqual({
    former: {},
    current: values,
  });
});
