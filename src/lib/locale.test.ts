import { expect, test, vi } from 'vitest';

import { perLocale, readerLocales } from './locale.ts';

test.each([
  [
    ['de-CH', 'en'],
    ['de-CH', 'en'],
  ],
  // A browser on a system without a language.
  [['C'], ['en-AU']],
  [[], ['en-AU']],
  [['en_AU.UTF-8', 'en-NZ'], ['en-NZ']],
])('the languages %j give the locales %j', (languages, locales) => {
  expect(readerLocales(languages)).toEqual(locales);
});

test('formats use the reader’s locale, whatever the browser calls their language', () => {
  vi.stubGlobal('navigator', { languages: ['C'] });
  const number = perLocale((locales) => new Intl.NumberFormat(locales));
  expect(number(undefined).resolvedOptions().locale).toBe('en-AU');
  expect(number('de-DE').format(50_000)).toBe('50.000');
  vi.unstubAllGlobals();
});
