import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { runs } from '#contract/testing/property-runs.ts';
import { amountReadings, markedAmount, withoutCents } from '#src/lib/values/amounts.ts';

import { readAmount, issueKind, type IssueKind } from './issue-kinds.ts';
import { marksQuestion, signsQuestion } from './value-questions.ts';

const columnIndex = templateColumns.findIndex(({ name }) => name === 'amountRequested');
const kindOf = (text: string) => issueKind(columnIndex, text, readAmount(columnIndex, text));

const locales = `en-AU en-NZ en-GB en-SG en-US en-IN en-ZA de-DE de-CH de-AT fr-FR fr-CH it-IT es-ES
  pt-BR nl-NL sv-SE pl-PL tr-TR id-ID vi-VN`.split(/\s+/);
const currencies = Intl.supportedValuesOf('currency');
const point = new Set(['en-AU', 'en-NZ', 'en-GB', 'en-SG', 'en-US', 'en-IN', 'de-CH']);
const written = fc.record({
  value: fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 9_999 })),
  cents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 99 })),
  locale: fc.constantFrom(...locales),
  currency: fc.constantFrom(undefined, ...currencies),
  currencyDisplay: fc.constantFrom('code', 'symbol', 'narrowSymbol'),
  digits: fc.constantFrom(0, 2),
});
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

/** Returns an amount as programs of a country write it. */
function textOf({ value, cents, locale, currency, currencyDisplay, digits }: Written, sign = 1) {
  const money = currency && ({ style: 'currency', currency, currencyDisplay } as const);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...money };
  const exact = digits === 0 ? value : value + cents / 100;
  return new Intl.NumberFormat(locale, { ...options, useGrouping: true }).format(sign * exact);
}

describe('an amount as 21 countries write it, in every currency', () => {
  it('without a question becomes that amount; asked about, the right answer gives it', () => {
    fc.assert(
      fc.property(written, (one) => {
        const text = textOf(one);
        const isWhole = one.digits === 0 || one.cents === 0;
        const mark = point.has(one.locale) ? 'point' : 'comma';
        const fixes: Partial<Record<IssueKind, string | undefined>> = {
          'amount-signs': isWhole
            ? readAmount(columnIndex, text)?.replace(/\.00$/, '')
            : 'asked about its cents',
          'amount-cents': withoutCents(text, false),
          'amount-marks': markedAmount(text, `${mark} drop`),
        };
        expect([String(one.value), undefined], text).toContain(fixes[kindOf(text)]);
      }),
      runs(5_000),
    );
  });

  it('is never made of a negative amount', () => {
    fc.assert(
      fc.property(written, fc.boolean(), (one, isInBrackets) => {
        const text = isInBrackets ? `(${textOf(one)})` : textOf(one, -1);
        expect(['amount-signs', 'amount-cents', 'amount-marks'], text).not.toContain(kindOf(text));
      }),
      runs(2_000),
    );
  });
});

describe('points and commas', () => {
  it.each([
    ['50.000,00', ['comma 50000.00']],
    ['50 000,00', ['comma 50000.00']],
    ['50.000', ['point 50.000', 'comma 50000.']],
    ['50,00', ['comma 50.00']],
    ['1.234.567', ['comma 1234567.']],
    ['1,50,000', ['point 150000.']],
    ['EUR 50.000,00', ['comma 50000.00']],
    ['1.234,567.89', []],
    ['(50.000,00)', []],
    ['50.000,00 pcm', []],
    ['50.000,00-60.000,00', []],
    ['50.000,00k', []],
  ])('%s can be %j', (text, readings) => {
    expect(
      amountReadings(text).map(({ mark, whole, fraction }) => `${mark} ${whole}.${fraction}`),
    ).toEqual(readings);
    expect(kindOf(text)).toBe(readings.length === 0 ? 'other' : 'amount-marks');
  });

  it('are asked about once, with what speaks for each answer', () => {
    const { question, options, possible } = marksQuestion(() => ['50.000', '1.250,00', '1.000,00']);
    expect(possible).toEqual(['comma']);
    expect(question).toBe('Which sign comes before the cents?');
    expect(options).toEqual([
      ['comma', 'The comma: 50.000,00, as in 2 other amounts'],
      ['point', 'The point: 50,000.00'],
    ]);
    expect(markedAmount('50.000', 'comma')).toBe('50000');
    expect(markedAmount('50.000', 'point')).toBe('50');
  });

  it('ask what happens to cents, if there are any', () => {
    const { question, options, possible } = marksQuestion(() => ['1.250,75']);
    expect(possible).toEqual(['comma drop', 'comma round']);
    expect(question).toBe('Which sign comes before the cents, and what should happen to them?');
    expect(options.map(([value]) => value)).toEqual([
      'comma drop',
      'comma round',
      'point drop',
      'point round',
    ]);
    expect(markedAmount('1.250,75', 'comma')).toBeUndefined();
    expect(markedAmount('1.250,75', 'comma drop')).toBe('1250');
    expect(markedAmount('1.250,75', 'comma round')).toBe('1251');
    expect(markedAmount('1.250,5', 'comma round')).toBe('1251');
    expect(markedAmount('1.250,49', 'comma round')).toBe('1250');
  });

  it('make 50,000 a question where other amounts have a comma before their cents', () => {
    const ask = (...siblings: string[]) =>
      signsQuestion(
        () => ['$50,000'],
        () => siblings,
      ).question;
    expect(ask('1,250.75')).toBe('');
    expect(ask('1.250,75')).toBe('Is the comma in these amounts for thousands?');
  });
});
