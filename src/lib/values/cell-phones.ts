import { getCountries } from 'libphonenumber-js/max';

import { phoneRule } from '#contract/v1/rules/rules.ts';

import { phoneTextOf } from './phone-kinds.ts';
import { planOf } from './phone-plans.ts';
import { certainPhone, hasNationalPrefix, writtenPhone } from './phones.ts';

/**
 * Returns a country's calling code, such as `+61`; undefined if the country has no known phone
 * plan.
 */
export function callingCode(country: string): string | undefined {
  const plan = planOf(country);
  return plan && `+${plan.code}`;
}

/** Returns the codes of all countries with a known phone plan. */
export function phoneCountries(): readonly string[] {
  return getCountries();
}

interface ParsedNumber {
  /** The number in the contract's form if it has its `+`. */
  readonly international: string | undefined;
  readonly written: ReturnType<typeof writtenPhone>;
}

/** The last parsed text: one cell is read in several countries in turn. */
let last: { text: string; numbers: readonly ParsedNumber[] } = { text: '', numbers: [] };

/**
 * Returns the numbers of a phone cell in the contract's form, one or two; undefined unless each of
 * them is certain. `chosen`: the chosen country; `ofRow`: the
 * country that the row names, `''` or undefined if none, which applies instead.
 */
export function fixedPhones(
  text: string,
  chosen: string,
  ofRow: string | undefined,
): readonly string[] | undefined {
  if (last.text !== text) last = { text, numbers: parseNumbers(text) };
  const fixed = last.numbers.flatMap((number) => numberIn(number, ofRow || chosen) ?? []);
  return fixed.length > 0 && fixed.length === last.numbers.length ? fixed : undefined;
}

/** Returns the number of a phone cell that has one; undefined unless it is certain. */
export function fixedPhone(
  text: string,
  country: string,
  ofRow: string | undefined,
): string | undefined {
  const phones = fixedPhones(text, country, ofRow);
  return phones?.length === 1 ? phones[0] : undefined;
}

function parseNumbers(text: string): ParsedNumber[] {
  const numbers = phoneTextOf(text)?.numbers ?? [];
  return numbers.map((number) =>
    number.startsWith('+')
      ? { international: internationalNumber(number), written: undefined }
      : { international: undefined, written: writtenPhone(number) },
  );
}

function internationalNumber(number: string): string | undefined {
  const result = phoneRule(number);
  const international = result.error === undefined ? result.value : result.suggestion;
  return international === undefined || hasNationalPrefix(international)
    ? undefined
    : international;
}

function numberIn({ international, written }: ParsedNumber, country: string): string | undefined {
  return written ? certainPhone(written, country) : international;
}
