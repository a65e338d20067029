import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';

import { numberRule } from './number-rule.ts';

const currencies = Intl.supportedValuesOf('currency');

const amount = fc.integer({ min: 1, max: 9_999_999 });
/** A whole amount in common notations: `50000`, `50,000`, `50 000`, `50'000`, `50,000.00`. */
const written = fc
  .tuple(amount, fc.constantFrom('', ',', ' ', "'"), fc.constantFrom('', '.0', '.00'))
  .map(([value, separator, cents]) => ({
    value,
    text: String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, separator) + cents,
  }));
const gap = fc.constantFrom('', ' ');

const around = (text: string, word: string, space: string, isBefore: boolean) =>
  isBefore ? `${word}${space}${text}` : `${text}${space}${word}`;

/** Returns the amount that would be stored, either directly or after the suggestion is accepted. */
function storedFieldsOf(text: string): string | undefined {
  const result = numberRule(text);
  return result.error === undefined ? String(result.value) : result.suggestion;
}

const changing = `
  k K m M mm mil mill mio mln million thousand thou grand b bn hundred lakh lac LAK crore cr dozen
  pct % ¢ x pcm pa p.a. pw p/m pm per_month per_annum /month mth yr ann monthly weekly a_year wks
  min max avg est old not ² ½ ①`
  .trim()
  .split(/\s+/)
  .map((word) => word.replace('_', ' '));

describe('an amount', () => {
  it('with any currency is suggested without it', () => {
    const cases = fc.tuple(written, fc.constantFrom(...currencies), gap, fc.boolean());
    fc.assert(
      fc.property(cases, ([{ value, text }, code, space, isBefore]) => {
        expect([String(value), undefined]).toContain(
          storedFieldsOf(around(text, code, space, isBefore)),
        );
      }),
      runs(2_000),
    );
    const isAccepted = (code: string) => storedFieldsOf(`${code} 50,000`) === '50000';
    expect(currencies.filter((code) => !isAccepted(code))).toEqual(['LAK', 'XDR', 'XSU']);
  });

  it('with letters that are not a currency has no suggestion', () => {
    const word = fc
      .stringMatching(/^[A-Za-z]{1,3}$/)
      .filter((letters) => !currencies.includes(letters.toUpperCase()));
    fc.assert(
      fc.property(written, word, gap, fc.boolean(), ({ text }, letters, space, isBefore) => {
        const odd = around(text, letters, space, isBefore);
        expect(storedFieldsOf(odd), odd).toBeUndefined();
      }),
      runs(2_000),
    );
  });

  it('with a word that changes its value has no suggestion, with or without a currency', () => {
    const word = fc.constantFrom(...changing);
    const sign = fc.constantFrom('', '$', 'AUD ', '€');
    fc.assert(
      fc.property(written, word, gap, sign, fc.boolean(), ({ text }, odd, space, first, before) => {
        const whole = before ? `${odd}${space}${first}${text}` : `${first}${text}${space}${odd}`;
        expect(storedFieldsOf(whole), whole).toBeUndefined();
      }),
      runs(2_000),
    );
  });

  it('with cents is never rounded silently', () => {
    const cents = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(amount, cents, fc.constantFrom('', '$', 'AUD '), (value, part, sign) => {
        const text = `${sign}${value}.${String(part).padStart(2, '0')}`;
        expect(storedFieldsOf(text), text).toBeUndefined();
      }),
    );
  });

  it('that is ambiguous has no suggestion', () => {
    const texts = [
      '50.000,00',
      '50 000,00',
      '50.000',
      '0,500',
      '(500)',
      '1,50,000',
      '50,00',
      '5-6',
    ];
    const odd = ['1,000 000', '50\n000', '5²', '50½', '①50', '1.5e5', '~50', '50+', '1/2', "'"];
    for (const text of [...texts, ...odd]) expect(storedFieldsOf(text), text).toBeUndefined();
  });
});
