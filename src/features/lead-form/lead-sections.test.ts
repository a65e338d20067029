import { expect, test } from 'vitest';

import { leadFieldNames } from '#contract/v1/leads.ts';

import { leadSections } from './lead-sections.ts';

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
