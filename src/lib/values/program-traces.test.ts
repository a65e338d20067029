import { expect, test } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { mayBeDamaged } from './program-traces.ts';

test('a spreadsheet may take a field of text for numbers, or it stands here as one of words', () => {
  const texts = templateColumns.filter(
    ({ field, name }) => field.kind === 'text' && !name.includes('.'),
  );
  const untouched = texts.filter((column) => !mayBeDamaged[templateColumns.indexOf(column)]);
  expect(untouched.map(({ name }) => name).join(' ')).toBe(
    'firstName lastName companyName tradingName industryCategory industry ' +
      'callOnBehalfOf brokerContactName brokerId brokerRepId',
  );
});
