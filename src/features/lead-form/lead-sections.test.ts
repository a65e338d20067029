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

test('the country’s own numbers stand with the business', () => {
  const business = (country: 'AU' | 'other') =>
    leadSections(country, false).find(({ title }) => title === 'Business')?.names;
  expect(business('AU')).toEqual(['companyName', 'tradingName', 'abn', 'acn']);
  expect(business('other')).toEqual(['companyName', 'tradingName']);
});

test('what is required is never folded, and a broker is not asked for a contact', () => {
  const sections = leadSections('AU', false);
  const foldedNames = sections.filter((one) => one.isFolded).flatMap((one) => one.names);
  expect(foldedNames).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(firstName|lastName|companyName|phone)$/)]),
  );
  expect(sections.flatMap((one) => one.names)).not.toContain('brokerRepId');
});
