import { expect, it } from 'vitest';

import { keyHash } from './key-hash.ts';
import { HashFilter, KeyList } from './key-list.ts';

it('every hash of a list may be in it; of the others, few are searched for', () => {
  const list = new KeyList();
  const all = new KeyList();
  const hashes = Array.from({ length: 20_000 }, (_, at) => {
    const key = keyHash(0, `+6149157${String(at).padStart(5, '0')}`)!;
    all.add(at, 0, key);
    if (at % 2 === 0) list.add(at, 0, key);
    return all.hash(at);
  });
  const filter = new HashFilter(list);
  const known = hashes.filter((_, at) => at % 2 === 0);
  const unknown = hashes.filter((_, at) => at % 2 === 1);
  expect(known.every((hash) => filter.mayHave(hash))).toBe(true);
  const searched = unknown.filter((hash) => filter.mayHave(hash)).length;
  expect(searched).toBeLessThan(unknown.length / 30);
  expect(new HashFilter(new KeyList()).mayHave(hashes[0] ?? 0)).toBe(false);
});
