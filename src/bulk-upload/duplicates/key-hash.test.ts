import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { duplicateKeyNames, duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';

import { keyHash } from './key-hash.ts';

const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...Array.from('+61 40-.aAbB@é\u00A0')), maxLength: 12 }),
  fc.stringMatching(/^\+?[1-9][0-9 ()-]{6,14}$/),
  fc.stringMatching(/^[a-cA-C]{1,3}@[a-c]\.test$/),
);

describe('the hash of a key', () => {
  it.each(duplicateKeyNames.map((name, kind) => [name, kind] as const))(
    '%s: is there when the key is, and the same when the key is the same',
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
});
