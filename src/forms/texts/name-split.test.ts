import { expect, test } from 'vitest';

import { splitName } from './name-split.ts';

test.each([
  ['Mary Smith', 'Mary', 'Smith'],
  ['  Mary   Ann Smith ', 'Mary Ann', 'Smith'],
  ['Smith, Mary Ann', 'Mary Ann', 'Smith'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['María de la Cruz', 'María', 'de la Cruz'],
  ['De Smet', 'De', 'Smet'],
])('%s', (text, firstName, lastName) => {
  expect(splitName(text)).toEqual({ firstName, lastName });
});

test.each(['', 'Mary', 'Mary,', 'a, b, c'])('%j is not split', (text) => {
  expect(splitName(text)).toBeUndefined();
});
