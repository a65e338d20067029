import { phoneRule } from '#contract/v1/rules/rules.ts';

import { parsePhoneText } from './contact-texts.ts';
import { callingCodeAt, isExitCode, findPlan, type PhonePlan } from './phone-plans.ts';

// Bulk upload loads the plans with this file, once a phone needs a country.
export { callingCode, phoneCountries } from './phone-plans.ts';

/** A phone as it was written, without a plus. */
interface WrittenPhone {
  readonly digits: string;
  /** The digits before the first gap; all digits if there is no gap. */
  readonly firstGroup: string;
  /**
   * Whether the digits are in groups of three, three and four, as North American numbers are
   * written.
   */
  readonly isNorthAmerican: boolean;
  /** The index of the digit 0 that stands in brackets of its own, `44 (0)20`; -1 if none does. */
  readonly zeroInBrackets: number;
}

const onlyGaps = /^[\d\s.()[\]\p{Pd}]+$/u;
/** The decimal part that some programs add to a number; it is not part of the phone. */
const decimalTail = /^(\d+)\.0+$/;
/** `9374 4000-1`, `9374 4000 - 15`: a second number, or only its last digits. */
const oneDigitMore = /\D\d$/;
const twoDigitsMore = /\p{Pd}\s*\d\d$/u;
const northAmerican = /^\(?[2-9]\d\d\)?[\s.\p{Pd}]+\d{3}[\s.\p{Pd}]+\d{4}$/u;

function hasExtraNumber(typed: string): boolean {
  const before = typed.slice(0, Math.max(0, typed.search(twoDigitsMore)));
  return oneDigitMore.test(typed) || /\d[\s.)]/.test(before);
}

/** Parses a text without a plus. Returns undefined if the text is not exactly one number. */
export function writtenPhone(text: string): WrittenPhone | undefined {
  const typed = decimalTail.exec(text.trim())?.[1] ?? text.trim();
  if (!onlyGaps.test(typed) || hasExtraNumber(typed)) return undefined;
  const digits = typed.replaceAll(/\D/g, '');
  const firstGroup = /\d+/.exec(typed)?.[0] ?? '';
  const bracket = typed.search(/\(\s*0\s*\)/);
  const zeroInBrackets = bracket === -1 ? -1 : typed.slice(0, bracket).replaceAll(/\D/g, '').length;
  return { digits, firstGroup, isNorthAmerican: northAmerican.test(typed), zeroInBrackets };
}

/**
 * Returns the international form of a phone without a plus, written in the given country, if it is
 * unambiguous. The phone can be a national number, start with the country's calling code, or start
 * with an exit code. Returns undefined unless all interpretations that give a real number give the
 * same one. A country is never guessed from the digits: `646-333-4444` starts with New Zealand's
 * calling code but is a New York number.
 */
export function certainPhone(phone: WrittenPhone, country: string): string | undefined {
  const plan = findPlan(country);
  if (!plan) return undefined;
  const readings = [
    ...nationalReadings(phone, plan),
    ...afterCallingCode(phone, '', [plan]),
    ...afterExitCode(phone, plan),
    ...afterForeignExitCode(phone, plan),
  ];
  const isOne = readings.every(({ number }) => number === readings[0]?.number);
  return isOne ? readings.find(({ isOrdinary }) => isOrdinary)?.number : undefined;
}

interface PhoneReading {
  readonly number: string;
  /**
   * Whether a person or a company can have the number. Even a number that no one can have makes
   * another interpretation ambiguous.
   */
  readonly isOrdinary: boolean;
}

/** The digits of a number that show beside its calling code that they are its start. */
const minStartLength = 2;
/** No area has local numbers, dialled without the area code, of more digits. */
const maxLocalLength = 8;

function nationalReadings({ digits, isNorthAmerican }: WrittenPhone, plan: PhonePlan) {
  const { code, prefix, maxFixedLineLength } = plan;
  if (isNorthAmerican && code !== '1' && prefix !== '') return [];
  const readings = nationalNumbers(digits, plan);
  const isPrefixed = prefix === '' || digits.startsWith(prefix);
  const isLocal = digits.length <= maxLocalLength && digits.length < maxFixedLineLength;
  // `30123456` in Germany: Berlin’s 030 123456 without its 0, or a local number of any area.
  return isPrefixed || !isLocal
    ? readings
    : readings.map(({ number }) => ({ number, isOrdinary: false }));
}

/**
 * Returns the digits as numbers of the plan, once without the national prefix and once unchanged.
 */
function nationalNumbers(digits: string, plan: PhonePlan): PhoneReading[] {
  const { code, national, ordinary } = plan;
  // People write a 0 before numbers of countries without a national prefix, too.
  const prefix = plan.prefix || '0';
  const inner = digits.startsWith(prefix) ? digits.slice(prefix.length) : digits;
  const found = [...new Set([inner, digits])].filter((number) => national.test(number));
  return found.map((number) => ({
    number: `+${code}${number}`,
    isOrdinary: ordinary.test(number),
  }));
}

/**
 * Returns the numbers that follow an exit code and a calling code. If the digits have gaps, the
 * first gap must be at the end of the exit code or of the calling code: `0114 312…` does not
 * start with the exit code 011. Without an exit code, the start of the number can stand before the
 * gap, too: `61412 345 612` is `+61412 345 612` after a spreadsheet removed the plus. One digit is
 * no such start: `646-333-4444` has New York's 646.
 */
function afterCallingCode(
  { digits, firstGroup, isNorthAmerican, zeroInBrackets }: WrittenPhone,
  exitCode: string,
  plans: readonly PhonePlan[],
): PhoneReading[] {
  return plans.flatMap((plan) => {
    const start = exitCode + plan.code;
    // Without gaps, a single 0 is any country's national prefix before it is an exit code.
    const isWhole = firstGroup === digits && exitCode.length !== 1;
    const lacksPlus =
      exitCode === '' && !isNorthAmerican && firstGroup.length >= start.length + minStartLength;
    const isApart = isWhole || firstGroup === start || firstGroup === exitCode || lacksPlus;
    if (!isApart || !digits.startsWith(start)) return [];
    const number = digits.slice(start.length);
    if (zeroInBrackets !== start.length) return nationalNumbers(number, plan);
    return [number, number.slice(1)].flatMap((one) => nationalNumbers(one, plan));
  });
}

/**
 * Returns the numbers that follow an exit code. Most of the world dials 00, and people write it
 * everywhere, so a leading 00 can be part of any country's exit code. Any other exit code must be
 * that of the given country.
 */
function afterExitCode(phone: WrittenPhone, { exitCode }: PhonePlan): readonly PhoneReading[] {
  if (!phone.digits.startsWith('00')) return afterAny(phone, (start) => exitCode.test(start));
  let readings = afterZeros.get(phone);
  if (!readings) afterZeros.set(phone, (readings = afterAny(phone, isExitCode)));
  return readings;
}

/**
 * Returns the country's own numbers as dialled from another country, `011 82 32…` in a Korean
 * row: they may have been written elsewhere, so they make another interpretation ambiguous.
 */
function afterForeignExitCode(phone: WrittenPhone, plan: PhonePlan): PhoneReading[] {
  const readings = afterAny(phone, (start) => isExitCode(start), plan);
  return readings.map(({ number }) => ({ number, isOrdinary: false }));
}

/**
 * Results for phones that start with 00. They are the same for every country, and one phone is
 * tried with several countries.
 */
const afterZeros = new WeakMap<WrittenPhone, readonly PhoneReading[]>();
const longestExitCode = 8;

/** `only`: the one plan whose numbers are sought; by default those of any calling code. */
function afterAny(phone: WrittenPhone, isExit: (digits: string) => boolean, only?: PhonePlan) {
  const readings: PhoneReading[] = [];
  for (let length = 1; length <= longestExitCode; length += 1) {
    if (only && !phone.digits.startsWith(only.code, length)) continue;
    const start = phone.digits.slice(0, length);
    if (!isExit(start)) continue;
    const plans = only ? [only] : callingCodeAt(phone.digits.slice(length));
    readings.push(...afterCallingCode(phone, start, plans));
  }
  return readings;
}

/**
 * Returns whether an international number may have the national prefix after its calling code, `+61
 * 0412…`: it starts with the prefix, and no number of the country does.
 */
function hasNationalPrefix(international: string): boolean {
  const digits = international.slice(1);
  return callingCodeAt(digits).some(({ code, prefix, national }) => {
    const number = digits.slice(code.length);
    return number.startsWith(prefix || '0') && !national.test(number);
  });
}

interface ParsedNumber {
  /** The number in the contract's form if it has its `+`. */
  readonly international: string | undefined;
  readonly written: ReturnType<typeof writtenPhone>;
}

/** The last parsed text: one cell is read in several countries in turn. */
let last: { text: string; numbers: readonly ParsedNumber[] } = { text: '', numbers: [] };

/**
 * Returns the numbers of a text in the contract's form, one or two; undefined unless each of
 * them is certain. `chosen`: the chosen country; `ofRow`: the
 * country that the row names, `''` or undefined if none, which applies instead.
 */
export function readPhones(text: string, chosen: string, ofRow: string | undefined) {
  if (last.text !== text) last = { text, numbers: parseNumbers(text) };
  const fixed = last.numbers.flatMap(
    ({ international, written }) =>
      (written ? certainPhone(written, ofRow || chosen) : international) ?? [],
  );
  return fixed.length > 0 && fixed.length === last.numbers.length ? fixed : undefined;
}

function parseNumbers(text: string): ParsedNumber[] {
  const numbers = parsePhoneText(text)?.numbers ?? [];
  // A lead has room for two.
  return numbers
    .slice(0, 2)
    .map((number) =>
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
