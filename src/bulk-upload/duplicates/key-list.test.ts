import fc from 'fast-check';
import { expect, it } from 'vitest';

import { duplicateKeyNames, duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';

import { keyHash } from './key-hash.ts';
import { HashFilter, KeyList } from './key-list.ts';

const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...Array.from('+61 40-.aAbB@é\u00A0')), maxLength: 12 }),
  fc.stringMatching(/^\+?[1-9][0-9 ()-]{6,14}$/),
  fc.stringMatching(/^[a-cA-C]{1,3}@[a-c]\.test$/),
);

it.each(duplicateKeyNames.map((name, kind) => [name, kind] as const))(
  'the hash of a key of %s is there when the key is, and the same when the key is the same',
  (name, kind) => {
    const keyOf = (text: string) => duplicateKeys((one) => (one === name ? text : ''))[0];
    const hashOf = (text: string) => {
      const key = keyHash(kind, text);
      return key && `${key.high}:${key.low}`;
    };
    fc.assert(
      fc.property(cell, cell, (one, other) => {
        expect(hashOf(one) === undefined).toBe(keyOf(one) === undefined);
        expect(hashOf(one) === hashOf(other)).toBe(keyOf(one) === keyOf(other));
        expect(hashOf(keyOf(one)?.replace(/^\w+:/, '') ?? '')).toBe(hashOf(one));
      }),
    );
  },
);

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
