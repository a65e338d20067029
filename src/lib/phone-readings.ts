import { callingCodeAt, isExitCode, planOf, type PhonePlan } from './phone-plans.ts';

/** A phone as it was written, without a plus. */
interface WrittenPhone {
  readonly digits: string;
  /** The digits before the first gap: all of them where there is none. */
  readonly firstGroup: string;
  /** Three, three and four digits, as North America writes its numbers. */
  readonly isNorthAmerican: boolean;
}

const onlyGaps = /^[\d\s.()[\]\p{Pd}]+$/u;
/** What programs write after a number: it is no digit of a phone. */
const decimalTail = /^(\d+)\.0+$/;
/** `9374 4000-1`, `9374 4000 - 15`: another number, or the last digits of one. */
const furtherNumber = /\D\d$|\d[\s.)].*\p{Pd}\s*\d\d$/u;
const northAmerican = /^\(?[2-9]\d\d\)?[\s.\p{Pd}]+\d{3}[\s.\p{Pd}]+\d{4}$/u;

/** Takes a text without a plus apart; undefined where it is more, or less, than one number. */
export function writtenPhone(text: string): WrittenPhone | undefined {
  const typed = decimalTail.exec(text.trim())?.[1] ?? text.trim();
  if (!onlyGaps.test(typed) || furtherNumber.test(typed)) return undefined;
  const digits = typed.replaceAll(/\D/g, '');
  const firstGroup = /\d+/.exec(typed)?.[0] ?? '';
  return { digits, firstGroup, isNorthAmerican: northAmerican.test(typed) };
}

/**
 * Returns a phone without a plus as a whole number, where the country it was written in leaves no doubt: dialled within that country,
 * begun with its calling code, or with an exit code, just one of these gives a real number. A country is never
 * guessed from the digits: `646-333-4444` begins with New Zealand's code and is a number of New York.
 */
export function certainPhone(phone: WrittenPhone, country: string): string | undefined {
  const plan = planOf(country);
  if (!plan) return undefined;
  const readings = [
    ...nationalReadings(phone, plan),
    ...afterCallingCode(phone, '', [plan]),
    ...afterExitCode(phone, plan),
  ];
  const isOne = readings.every(({ number }) => number === readings[0]?.number);
  return isOne ? readings.find(({ isOrdinary }) => isOrdinary)?.number : undefined;
}

interface PhoneReading {
  readonly number: string;
  /** Whether a person or a company can have it; one that nobody can have still makes another reading doubtful. */
  readonly isOrdinary: boolean;
}

function nationalReadings(phone: WrittenPhone, plan: PhonePlan): PhoneReading[] {
  const { code, prefix } = plan;
  const isForeign = phone.isNorthAmerican && code !== '1' && prefix !== '';
  return isForeign ? [] : nationalNumbers(phone.digits, plan);
}

/** The digits as a number of the plan, with what is dialled before it within the country or without. */
function nationalNumbers(digits: string, plan: PhonePlan): PhoneReading[] {
  const { code, prefix, national, ordinary } = plan;
  const inner = prefix !== '' && digits.startsWith(prefix) ? digits.slice(prefix.length) : digits;
  const found = [...new Set([inner, digits])].filter((number) => national.test(number));
  return found.map((number) => ({
    number: `+${code}${number}`,
    isOrdinary: ordinary.test(number),
  }));
}

/** A gap stands at the end of the exit code or of the calling code, or there is none: `0114 312…` does not begin with 011. */
function afterCallingCode(
  { digits, firstGroup }: WrittenPhone,
  exitCode: string,
  plans: readonly PhonePlan[],
): PhoneReading[] {
  return plans.flatMap((plan) => {
    const start = exitCode + plan.code;
    const isApart = [digits, start, exitCode].includes(firstGroup);
    if (!isApart || !digits.startsWith(start)) return [];
    return nationalNumbers(digits.slice(start.length), plan);
  });
}

/**
 * The exit code is that of the country. Most of the world dials 00, and people write it everywhere; so what begins with 00 may have
 * any country's, and counts where no other of them gives a real number.
 */
function afterExitCode(phone: WrittenPhone, { exitCode }: PhonePlan): readonly PhoneReading[] {
  if (!phone.digits.startsWith('00')) return afterAny(phone, (start) => exitCode.test(start));
  let readings = afterZeros.get(phone);
  if (!readings) afterZeros.set(phone, (readings = afterAny(phone, isExitCode)));
  return readings;
}

/** The same in every country, and one phone is read in several. */
const afterZeros = new WeakMap<WrittenPhone, readonly PhoneReading[]>();
const longestExitCode = 8;

function afterAny(phone: WrittenPhone, isExit: (digits: string) => boolean): PhoneReading[] {
  const readings: PhoneReading[] = [];
  for (let length = 1; length <= longestExitCode; length += 1) {
    const start = phone.digits.slice(0, length);
    if (isExit(start))
      readings.push(...afterCallingCode(phone, start, callingCodeAt(phone.digits.slice(length))));
  }
  return readings;
}
