import { expect, test } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { furtherLeadLabels } from '#contract/portal/exports.ts';

import { headerMatches } from './header-names.ts';

test('an export of leads has the template’s columns, and no other column is taken for one', () => {
  const template = templateColumns.map(({ name }) => name);
  const matches = headerMatches([...template, ...Object.values(furtherLeadLabels)]);
  expect(matches.slice(0, template.length).map((match) => match?.column)).toEqual(template);
  expect(matches.slice(template.length).filter((match) => match !== null)).toEqual([]);
});
