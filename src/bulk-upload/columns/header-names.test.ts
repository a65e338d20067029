import { expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { extraLeadLabels } from '#contract/portal/exports.ts';

import { headerMatches, compactNames } from './header-names.ts';

it('a header is known without its asides, its unit and the person it is about', () => {
  expect(compactNames('Client: Amount (required) - AUD')).toEqual([
    'clientamountrequiredaud',
    'clientamount',
    'amount',
  ]);
});

it.each([' ', '_', '-', ','])(
  'a megabyte of %j in a header costs little processor time',
  (sign) => {
    const start = process.threadCpuUsage();
    expect(compactNames(`Email${sign.repeat(2 ** 20)}x`)).toEqual(['emailx']);
    expect(process.threadCpuUsage(start).user).toBeLessThan(5_000_000);
  },
);

it('an export of leads has the template’s columns, and no other column is taken for one', () => {
  const template = templateColumns.map(({ name }) => name);
  const matches = headerMatches([...template, ...Object.values(extraLeadLabels)]);
  expect(matches.slice(0, template.length).map((match) => match?.column)).toEqual(template);
  expect(matches.slice(template.length).filter((match) => match !== null)).toEqual([]);
});
