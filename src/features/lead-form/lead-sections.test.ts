import { expect, test } from 'vitest';

import type { AddressPart } from '#contract/v1/addresses.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { toFormValues } from '#src/forms/lead-values.ts';

import { AddressCountries, leadSections, namedCountry } from './lead-sections.ts';

test.each(['AU', 'NZ', 'GB', 'SG', 'other'] as const)(
  'with a business in %s every field can be reached, once',
  (country) => {
    const names = leadSections(country, true).flatMap((section) => section.names);
    expect(names.toSorted()).toEqual(
      leadFieldNames.filter((name) => name !== 'brokerId').toSorted(),
    );
  },
);

test('the country’s own numbers are in the business section', () => {
  const business = (country: 'AU' | 'other') =>
    leadSections(country, false).find(({ title }) => title === 'Business')?.names;
  expect(business('AU')).toEqual(['companyName', 'tradingName', 'abn', 'acn']);
  expect(business('other')).toEqual(['companyName', 'tradingName']);
});

test('required fields are never collapsed, and a broker has no field for the contact', () => {
  const sections = leadSections('AU', false);
  const collapsedNames = sections.filter((one) => one.isCollapsed).flatMap((one) => one.names);
  expect(collapsedNames).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(firstName|lastName|companyName|phone)$/)]),
  );
  expect(sections.flatMap((one) => one.names)).not.toContain('brokerRepId');
});

test.each([
  ['Australia', 'AU'],
  [' new zealand ', 'NZ'],
  ['UK', 'GB'],
  ['Scotland', 'GB'],
  ['Singapore', 'SG'],
  ['France', 'other'],
  ['  ', undefined],
])('“%s” names the country %s', (text, country) => {
  expect(namedCountry(text)).toBe(country);
});

const typed = (businessAddress: Partial<Record<AddressPart, string>>) =>
  toFormValues({ businessAddress });
const filled = (country: string) => [{ name: 'businessAddress', country }];

test('an address that is started has the country of the business, and follows it', () => {
  const countries = new AddressCountries();
  expect(countries.follow(typed({}), 'Australia')).toEqual([]);
  expect(countries.follow(typed({ city: 'Perth' }), 'Australia')).toEqual(filled('Australia'));
  const perth = typed({ city: 'Perth', country: 'Australia' });
  expect(countries.follow(perth, 'Australia')).toEqual([]);
  expect(countries.follow(perth, 'New Zealand')).toEqual(filled('New Zealand'));
  const erased = typed({ country: 'New Zealand' });
  expect(countries.follow(erased, 'New Zealand')).toEqual(filled(''));
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
