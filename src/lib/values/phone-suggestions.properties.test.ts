import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';
import {
  anyCountry as country,
  realNumber as number,
  type RealNumber,
} from '#src/testing/real-phones.ts';

import { findPlan } from './phone-plans.ts';
import { internationalPhone } from './phone-suggestions.ts';
import { readPhones } from './phones.ts';

/** Returns an arbitrary of the digits in groups of two to four with one separator between them. */
const grouped = (digits: string) =>
  fc
    .tuple(fc.constantFrom('', ' ', '-', '.'), fc.array(fc.integer({ min: 2, max: 4 })))
    .map(([separator, sizes]) => {
      const groups: string[] = [];
      let rest = digits;
      for (const size of [...sizes, 3, 3, 3, 3]) {
        if (rest.length < size + 2) break;
        groups.push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      return [...groups, rest].join(separator);
    });

const exitCodes = { GB: '00', AU: '0011', US: '011' } as const;
type Dialler = keyof typeof exitCodes;

interface Written {
  readonly number: RealNumber;
  readonly text: string;
}

/**
 * A number as dialled within its country, as a spreadsheet stores it, or with the country code but
 * no plus.
 */
const writtenAtHome: fc.Arbitrary<Written> = number.chain((one) => {
  const { code, trunk, national } = one;
  return fc
    .oneof(
      grouped(trunk + national),
      grouped(national),
      grouped(national).map((text) => `${code} ${text}`),
      fc.constantFrom(
        `(${trunk}${national.slice(0, 2)}) ${national.slice(2)}`,
        `${code} ${trunk}${national}`,
        code + national,
        `${national}.0`,
        `${code}${national}.0`,
      ),
    )
    .map((text) => ({ number: one, text }));
});

/** A number as dialled from abroad, and the country dialled from. */
const writtenAbroad: fc.Arbitrary<Written & { from: Dialler }> = fc
  .tuple(number, fc.constantFrom<Dialler>('GB', 'AU', 'US'))
  .chain(([one, from]) =>
    fc
      .oneof(
        grouped(one.national).map((text) => `${exitCodes[from]} ${one.code} ${text}`),
        grouped(one.national).map((text) => `${exitCodes[from]}${one.code} ${text}`),
        fc.constant(exitCodes[from] + one.code + one.national),
      )
      .map((text) => ({ number: one, text, from })),
  );

/**
 * Returns everything that the form, the bulk upload and the contract would suggest for a text,
 * given the known country.
 */
function suggestions(text: string, known: CountryCode): string[] {
  const result = phoneRule(text);
  return [
    ...(readPhones(text, known, undefined) ?? []),
    ...(readPhones(text, 'AU', known) ?? []),
    internationalPhone(text, known)?.replaceAll(/[^+\d]/g, ''),
    result.error === undefined ? undefined : result.suggestion,
  ].filter((one) => one !== undefined);
}

const often = runs(1_000);

it('a number in national format is never suggested as a different number', () => {
  fc.assert(
    fc.property(writtenAtHome, ({ number: { country: known, phone }, text }) => {
      for (const suggested of suggestions(text, known)) expect(suggested, text).toBe(phone);
    }),
    often,
  );
});

it('a number with its country’s exit code is never suggested as a different number', () => {
  fc.assert(
    fc.property(writtenAbroad, ({ number: { phone }, text, from }) => {
      for (const suggested of suggestions(text, from)) expect(suggested, text).toBe(phone);
    }),
    often,
  );
});

it('a number after 00 is never suggested as a different number, whatever the country', () => {
  fc.assert(
    fc.property(writtenAbroad, country, ({ number: { phone }, text, from }, known) => {
      fc.pre(from !== 'US');
      for (const suggested of suggestions(text, known)) expect(suggested, text).toBe(phone);
    }),
    often,
  );
});

it('a number in national format gets a number of the chosen country, or as dialled from there', () => {
  fc.assert(
    fc.property(writtenAtHome, country, ({ number: { phone }, text }, known) => {
      const { code, exitCode } = findPlan(known)!;
      const digits = text.replace(/\.0$/, '').replaceAll(/\D/g, '');
      for (const suggested of suggestions(text, known)) {
        const dialled = digits.slice(0, 1 - suggested.length);
        const isOwn = suggested.startsWith(`+${code}`) || exitCode.test(dialled);
        expect(isOwn || suggested === phone, `${text} in ${known} is ${suggested}`).toBe(true);
      }
    }),
    often,
  );
});

it('an international number with (0), an extension or a spreadsheet’s .0 is corrected to itself or not at all', () => {
  const written = number.chain((one) => {
    const { code, national } = one;
    const bracketed = national.startsWith('0') ? national.slice(1) : national;
    return fc
      .constantFrom(
        `+${code} (0)${bracketed}`,
        `+${code}(0) ${bracketed}`,
        `+${code} ${national} ext. 12`,
        `+${code}${national}x5`,
        `+${code}${national}.0`,
      )
      .map((text) => ({ number: one, text }));
  });
  fc.assert(
    fc.property(written, country, ({ number: { phone }, text }, known) => {
      const result = phoneRule(text);
      expect([phone, undefined]).toContain(result.error === undefined ? result.value : undefined);
      for (const suggested of suggestions(text, known)) expect(suggested, text).toBe(phone);
    }),
    often,
  );
});
