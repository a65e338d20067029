import { expect, test } from 'vitest';

import { type NameSplit, splitName } from './names.ts';

test.each<[text: string, firstName: string, lastName: string, split?: NameSplit]>([
  ['Mary Smith', 'Mary', 'Smith'],
  ['  Mary   Ann Smith ', 'Mary Ann', 'Smith'],
  ['Smith, Mary Ann', 'Mary Ann', 'Smith'],
  ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven', 'last-word'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven', 'all-but-first'],
  ['van Beethoven Ludwig', 'Ludwig', 'van Beethoven', 'first-word'],
  ['Anna Maria von der Heide', 'Anna Maria', 'von der Heide'],
  ['María de la Cruz', 'María', 'de la Cruz'],
  ['Siti binti Ahmad', 'Siti', 'binti Ahmad'],
  ['Omar al-Sayed', 'Omar', 'al-Sayed'],
  ['Omar Al Sayed', 'Omar', 'Al Sayed'],
  ['Sean O’Brien', 'Sean', 'O’Brien'],
  ['Sean O’ Brien', 'Sean', 'O’ Brien'],
  ['Ewan McGregor', 'Ewan', 'McGregor'],
  ['Ewan Mc Gregor', 'Ewan', 'Mc Gregor'],
  ['Anne García-López', 'Anne', 'García-López'],
  ['Gabriel García Márquez', 'Gabriel García', 'Márquez'],
  ['Gabriel García Márquez', 'Gabriel', 'García Márquez', 'all-but-first'],
  ['De Smet', 'De', 'Smet'],
  ['王 小明', '小明', '王'],
  ['홍 길동', '길동', '홍'],
  ['王 小明', '王', '小明', 'last-word'],
  ['Wang Wei', 'Wei', 'Wang', 'first-word'],
  ['Mary\u00A0Smith\u200B', 'Mary', 'Smith'],
])('%s', (text, firstName, lastName, split) => {
  expect(splitName(text, split)).toEqual({ firstName, lastName });
});

test.each([
  '',
  'Mary',
  '王小明',
  'Mary,',
  'a, b, c',
  'Smith Pty Ltd',
  'Mr Smith',
  'Tom & Mary Baker',
])('%j is not split', (text) => {
  expect(splitName(text)).toBeUndefined();
});
