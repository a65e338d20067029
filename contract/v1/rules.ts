import { lostFault } from './lost-texts.ts';

/**
 * What was typed is either a value as it is kept, or a fault: one sentence a person can act on, with the mended text where one can
 * be offered. The form, the CSV checker and the service all judge by these, so all three say the same words.
 */
export type Verdict<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly fault: string; readonly offer?: string };

/** Judges one text that is not empty. */
export type Rule<T> = (text: string) => Verdict<T>;

const fault = (sentence: string, offer?: string): Verdict<never> =>
  offer === undefined ? { fault: sentence } : { fault: sentence, offer };

/** Most texts: printable ASCII without space around it is kept as it is. In a bulk upload there are millions. */
const plainText = /^[!-~](?:[ -~]*[!-~])?$/;

/** NFC, trimmed, at most `max` characters, no control characters; `lines` allows line breaks (kept as `\n`). */
export function textRule(max: number, lines = false): Rule<string> {
  return (text) => {
    if (text.length <= max && plainText.test(text)) return { value: text };
    if (!text.isWellFormed()) return fault('This text holds half a character. Type it again.');
    const value = (lines ? text.replaceAll(/\r\n?/g, '\n') : text).normalize('NFC').trim();
    if ((lines ? value.replaceAll('\n', '') : value).match(/\p{Cc}/u)) {
      const kept = value.replaceAll(lines ? /[^\P{Cc}\n]+/gu : /\p{Cc}+/gu, ' ').trim();
      return fault(
        lines
          ? 'Take out the tabs and control characters.'
          : 'Take out the line breaks, tabs and control characters.',
        characters(kept) <= max ? kept : undefined,
      );
    }
    const length = characters(value);
    if (length > max)
      return fault(
        `Use at most ${max.toLocaleString('en')} characters; this has ${length.toLocaleString('en')}.`,
      );
    return { value };
  };
}

/** How many characters a person sees as such: code points, as JSON Schema and PostgreSQL count. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const emailShape = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

const emailText = textRule(255);

/** One e-mail address. */
export const emailRule: Rule<string> = (text) => {
  const verdict = emailText(text);
  if (verdict.fault !== undefined) return fault(verdict.fault);
  if (emailShape.test(verdict.value)) return verdict;
  const bare = /<([^<>]+)>\s*$/.exec(verdict.value)?.[1]?.trim();
  return fault(
    'Write one email address, for example name@company.com.',
    bare !== undefined && emailShape.test(bare) ? bare : undefined,
  );
};

const phoneExample = 'Start with + and the country code, for example +61 412 345 678.';
// No number is written with more; searching a long text for an extension costs the square of its length.
const longestTypedPhone = 100;
const keptPhone = /^\+[1-9]\d{6,14}$/;
const extension = /[\s,;]*(?:extension|extn?|ext|x|#|;ext=)[.:\s]*\d+\s*$/i;

/**
 * A phone in international format (the specification's input rule 2): `+`, then 7 to 15 digits, the first not 0. Spaces, dots, hyphens
 * and brackets between them are dropped. What a person would mean but the rule does not allow comes with the mended number.
 */
export const phoneRule: Rule<string> = (text) => {
  if (keptPhone.test(text)) return { value: text };
  const typed = text.trim();
  if (typed.length > longestTypedPhone)
    return fault('A phone number has 7 to 15 digits after the +.');
  const mended = () => phoneOffer(typed);
  if (extension.test(typed)) return fault('Leave out the extension.', mended());
  if (/\(\s*0\s*\)/.test(typed))
    return fault('Leave out the (0): it is not dialled after a country code.', mended());
  if (!typed.startsWith('+')) return fault(lostFault(typed) ?? phoneExample, mended());
  const digits = typed.slice(1).replaceAll(/[\s.()[\]\p{Pd}]/gu, '');
  if (!/^\d*$/.test(digits))
    return fault(lostFault(typed) ?? 'Use digits only after the +.', mended());
  if (digits.startsWith('0'))
    return fault('The number after + starts with a country code, never with 0.');
  if (digits.length < 7 || digits.length > 15)
    return fault(`A phone number has 7 to 15 digits after the +; this one has ${digits.length}.`);
  return { value: `+${digits}` };
};

/** The number as it should be, where its digits leave no doubt. */
function phoneOffer(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .replace(extension, '')
    .replace(/\(\s*0\s*\)/, '')
    .trim();
  const international = plain.replace(/^(0011|011|00)(?=[1-9])/, '+');
  if (!international.startsWith('+') || /[\p{L}]/u.test(international)) return undefined;
  const digits = international.replaceAll(/\D/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}

/** The largest amount or count the interface takes. */
export const largestNumber = 999_999_999_999;

/** Whether a JSON number is one the interface takes: whole, 0 to {@link largestNumber}. */
export function numberFault(value: number): string | undefined {
  if (!Number.isInteger(value)) return 'Use a whole number, without cents.';
  if (value < 0) return 'Use a number of 0 or more.';
  if (value > largestNumber) return 'This number is too large: 12 digits at most.';
  return undefined;
}

/** A number in a form or a CSV cell: digits only (the specification's input rule 3). */
export const numberRule: Rule<number> = (text) => {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) {
    const sentence = numberFault(Number(typed));
    return sentence === undefined ? { value: Number(typed) } : fault(sentence);
  }
  const offer = numberOffer(typed);
  if (typed.startsWith('-') && offer === undefined) return fault('Use a number of 0 or more.');
  return /^\d+[.]\d+$/.test(typed)
    ? fault('Use a whole number, without cents.', offer)
    : fault(
        lostFault(typed) ?? 'Use digits only, without a currency sign, commas or spaces.',
        offer,
      );
};

// As with phones: a digit and thousands of spaces would hold everything up for a second, a cell.
const longestTypedAmount = 100;

/** `$50,000`, `50 000.00`, `AUD 50k` → `50000`, where only one reading is possible. */
function numberOffer(typed: string): string | undefined {
  if (typed.length > longestTypedAmount) return undefined;
  const parts =
    /^(?:\p{Sc}|[A-Z]{1,3}\p{Sc}?)?\s*(\d{1,3}(?:[,'’\s]\d{3})+|\d+)(?:\.(\d{1,2}))?\s*([km])?\s*(?:\p{Sc}|[A-Z]{3})?$/iu.exec(
      typed.normalize('NFKC'),
    );
  if (!parts) return undefined;
  const [, whole = '', cents = '0', unit = ''] = parts;
  const scale = { '': 1, k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1;
  const value = Math.round(Number(`${whole.replaceAll(/\D/g, '')}.${cents}`) * scale);
  return numberFault(value) === undefined ? String(value) : undefined;
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;
const isoTime =
  /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

/** `YYYY-MM-DD`, or an ISO date-time, of which the written date counts. A real day; `past`: not after today anywhere on Earth. */
export function dateRule(past: boolean): Rule<string> {
  return (text) => {
    const typed = text.trim();
    const [, year, month, day, time] = isoDate.exec(typed) ?? [];
    if (year === undefined || month === undefined || day === undefined || !validTime(time))
      return fault(
        lostFault(typed) ?? 'Write the date as year-month-day, for example 1984-03-14.',
        dateOffer(typed),
      );
    if (!isRealDay(Number(year), Number(month), Number(day)))
      return fault('There is no such day in the calendar.');
    const value = `${year}-${month}-${day}`;
    if (past && value > lastDayOnEarth()) return fault('This date is in the future.');
    return { value };
  };
}

function validTime(time: string | undefined): boolean {
  return time === undefined || isoTime.test(time);
}

function isRealDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Today's date where the day begins first: UTC+14. */
function lastDayOnEarth(): string {
  return new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
}

/** A date written in another order, where only one reading is possible: `14/3/1984`, `3/14/1984`, `1984/3/14`. */
function dateOffer(typed: string): string | undefined {
  const [first, second, third, rest] = typed.split(/[/.\-\s]+/).filter(Boolean);
  if (!first || !second || !third || rest !== undefined) return undefined;
  if (first.length === 4) return writtenDate(first, second, third);
  const dayFirst = writtenDate(third, second, first);
  const monthFirst = writtenDate(third, first, second);
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return undefined;
  return dayFirst ?? monthFirst;
}

function writtenDate(year: string, month: string, day: string): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  if (!isRealDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** How values are compared when one is offered: case and spaces aside. */
function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** One of the values, exactly; one that differs only in case or spaces is offered. */
export function choiceRule<const V extends string>(values: readonly V[]): Rule<V> {
  const sentence = `Choose one of: ${values.join(', ')}.`;
  return (text) => {
    const value = values.find((one) => one === text.trim());
    if (value !== undefined) return { value };
    const asked = folded(text);
    return fault(
      sentence,
      values.find((one) => folded(one) === asked),
    );
  };
}

/** Several of the values, separated by `;` (a CSV cell). Each counts once. */
export function choicesRule<const V extends string>(values: readonly V[]): Rule<V[]> {
  const one = choiceRule(values);
  return (text) => {
    const chosen = new Set<V>();
    for (const part of text.split(';')) {
      if (part.trim() === '') continue;
      const verdict = one(part);
      // One wrong part says it all: a text can have a million.
      if (verdict.fault !== undefined)
        return fault(
          `${verdict.fault.replace('one of', 'any of').replace(/\.$/, '')}; between them a semicolon.`,
        );
      chosen.add(verdict.value);
    }
    return { value: [...chosen] };
  };
}
