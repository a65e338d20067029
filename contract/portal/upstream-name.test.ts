import { expect, test } from 'vitest';

import { capitalizeName, defaultUpstreamName } from './upstream-name.ts';

test.each([
  [defaultUpstreamName, 'The lender’s system'],
  ['Acme CRM', 'Acme CRM'],
  ['éclair', 'Éclair'],
  ['iCRM', 'iCRM'],
])('a sentence about %s begins with %s', (name, start) => {
  expect(capitalizeName(name)).toBe(start);
});
