import { expect, test } from 'vitest';

import type { AddressPart } from '#contract/v1/addresses.ts';
import { toFormValues } from '#src/forms/lead-values.ts';

import { AddressCountries } from './lead-sections.ts';

const typed = (businessAddress: Partial<Record<AddressPart, string>>) =>
  toFormValues({ businessAddress });
const filled = (country: string) => [{ name: 'businessAddress', country }];

test('an address that is begun has the country of the business, and follows it', () => {
  const countries = new AddressCountries();
  expect(countries.follow(typed({}), 'Australia')).toEqual([]);
  expect(countries.follow(typed({ city: 'Perth' }), 'Australia')).toEqual(filled('Australia'));
  const perth = typed({ city: 'Perth', country: 'Australia' });
  expect(countries.follow(perth, 'Australia')).toEqual([]);
  expect(countries.follow(perth, 'New Zealand')).toEqual(filled('New Zealand'));
  const emptied = typed({ country: 'New Zealand' });
  expect(countries.follow(emptied, 'New Zealand')).toEqual(filled(''));
});

test.each(['Fiji', ''])('a country that the person enters or removes stays: %j', (country) => {
  const countries = new AddressCountries();
  countries.follow(typed({ city: 'Suva' }), 'Australia');
  expect(countries.follow(typed({ city: 'Suva', country }), 'Australia')).toEqual([]);
  expect(countries.follow(typed({ city: 'Suva', country }), 'Singapore')).toEqual([]);
});

test('the country of a draft that is opened stays', () => {
  const countries = new AddressCountries();
  const draft = typed({ city: 'Perth', country: 'Australia' });
  expect(countries.follow(draft, 'Singapore')).toEqual([]);
});
