import { expect, test } from 'vitest';

import { containsText } from './contains-text.ts';

test.each([
  ['Zoë Müller', 'zoe mu', true],
  ['Zoe Muller', ' ZOË ', true],
  ['Zoe Muller', '', true],
  ['Zoe Muller', 'zoem', false],
])('%s, searched with "%s": %s', (text, typed, isFound) => {
  expect(containsText(text, typed)).toBe(isFound);
});
