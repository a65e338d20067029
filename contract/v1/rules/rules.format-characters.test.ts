import fc from 'fast-check';
import { expect, test } from 'vitest';

import { withoutFormatCharacters, textRule } from './rules.ts';

test.each([
  [
    'a name that ends in fdp.exe and is shown as one that ends in exe.pdf',
    'bill\u202Efdp.exe',
    'billfdp.exe',
  ],
  [
    'direction marks, embeddings and isolates',
    '\u061C\u200E\u200F\u202AA\u202B\u202C\u202D\u2066b\u2067\u2068\u2069',
    'Ab',
  ],
  ['zero-width and soft hyphens', '\uFEFFZo\u00AD\u200B\u2060\u2064\u180E\uFFF9e', 'Zoe'],
  ['a message in tag characters', 'Kauri\u{E0001}\u{E0048}\u{E0069}\u{E007F}', 'Kauri'],
  ['joiners that join nothing', 'Ka\u200Du\u200Cri \u200D1\u200D', 'Kauri 1'],
  ['two joiners, of which one could be seen', 'क्\u200D\u200Dष', 'क्ष'],
])('removes %s', (_what, text, left) => {
  expect(withoutFormatCharacters(text)).toBe(left);
  expect(textRule(20)(text)).toEqual({ value: left });
  expect(textRule(50, true)(`${text}\n${text}`)).toEqual({ value: `${left}\n${left}` });
});

test.each([
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi', 'क्\u200Dष'],
  ['Sinhala', 'ශ්\u200Dරී ලංකා'],
  ['a family', '👨\u200D👩\u200D👧\u200D👦'],
  ['a flag of two', '🏳️\u200D🌈'],
  ['a person with a tone of skin', '👩🏽\u200D🔧'],
  ['Arabic, Hebrew and signs for numbers', 'محمد דוד \u0600'],
])('leaves what %s needs', (_what, text) => {
  expect(withoutFormatCharacters(text)).toBe(text);
  expect(textRule(20)(text)).toEqual({ value: text });
});

test('removes in one pass: nothing is left to remove, and nothing else is lost', () => {
  const unit = fc.constantFrom(
    ...Array.from(
      'aé1\u0301 👩🏽🔧क्षمی\u061C\u00AD\u200B\u200C\u200D\u202E\u2069\uFEFF\uFE0F\u{E0041}',
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const left = withoutFormatCharacters(text);
      expect(withoutFormatCharacters(left)).toBe(left);
      const seen = (one: string) => one.replaceAll(/\p{Cf}/gu, '');
      expect(seen(left)).toBe(seen(text));
      expect(left).not.toMatch(/[^\P{Cf}\u200C\u200D]/u);
      expect(left).not.toMatch(/(^|[a1 ])[\u200C\u200D]/);
    }),
  );
});
