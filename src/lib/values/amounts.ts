import { parseAmount } from '#contract/v1/rules/number-rule.ts';
import { toHalfWidth } from '#contract/v1/rules/rules.ts';
import type { Currency } from '#src/lib/numbers.ts';

import { splitGroups } from './number-formats.ts';
import { tidyText } from './tidy-text.ts';

/**
 * Returns an amount with cents as a whole number: truncated, or rounded if `isRounded`. Returns
 * undefined for any other text.
 */
export function withoutCents(text: string, isRounded: boolean): string | undefined {
  const amount = parseAmount(tidyText(text));
  if (!amount || amount.cents === 0) return undefined;
  return String(isRounded && amount.cents >= 50 ? amount.whole + 1 : amount.whole);
}

const digitsAndMarks = /\d(?:[\d.,'’ ]*\d)?/;
const maxLength = 100;

/** Returns the currency that an amount names; `''` if it names none, or only `$`. */
export function readCurrency(text: string): string {
  const typed = toHalfWidth(tidyText(text)).replace(/(?<=\d) ?(?:k|lakh|m|million)$/i, '');
  const written = typed.length > maxLength ? undefined : digitsAndMarks.exec(typed)?.[0];
  return written === undefined ? '' : (parseAmount(typed.replace(written, '1'))?.currency ?? '');
}

/** The sign before the cents; the other one groups thousands. */
export type DecimalMark = 'point' | 'comma';

interface AmountReading {
  readonly mark: DecimalMark;
  /** The digits before the mark, and those after it. */
  readonly whole: string;
  readonly fraction: string;
}

/** Groups of three digits; with the point before cents also those of India: `1,50,000`. */
const forms: Readonly<Record<DecimalMark, RegExp>> = {
  point: /^([1-9]\d{0,2}([,' ’])\d{3}(?:\2\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3}|\d+)(?:\.(\d{1,4}))?$/,
  comma: /^([1-9]\d{0,2}([.' ’])\d{3}(?:\2\d{3})*|\d+)(?:,(\d{1,4}))?$/,
};

/** Returns what an amount can be, with the point or with the comma before its cents. */
export function amountReadings(text: string): AmountReading[] {
  const typed = toHalfWidth(tidyText(text));
  const written = typed.length > maxLength ? undefined : digitsAndMarks.exec(typed)?.[0];
  if (written === undefined) return [];
  return (['point', 'comma'] as const).flatMap((mark) => {
    const [, groups = '', , fraction = ''] = forms[mark].exec(written) ?? [];
    const whole = groups.replaceAll(/\D/g, '');
    const isAmount = whole !== '' && parseAmount(typed.replace(written, whole)) !== undefined;
    return isAmount ? [{ mark, whole, fraction }] : [];
  });
}

/** Returns whether any of the readings has cents that are not zero. */
export function hasCents(readings: readonly AmountReading[]): boolean {
  return readings.some(({ fraction }) => /[1-9]/.test(fraction));
}

/**
 * Returns an amount as a whole number. `answer` holds the mark before the cents and, if there are
 * any, what happens to them (`comma round`). Returns undefined if the amount can't be read so.
 */
export function markedAmount(text: string, answer: string): string | undefined {
  const terms = answer.split(' ');
  const reading = amountReadings(text).find(({ mark }) => terms.includes(mark));
  if (!reading) return undefined;
  const isRounded = terms.includes('round');
  if (hasCents([reading]) && !isRounded && !terms.includes('drop')) return undefined;
  const isUp = isRounded && reading.fraction >= '5';
  return String(Number(reading.whole) + (isUp ? 1 : 0));
}

/** Returns the digits of a whole amount in groups, `50,000`, and any other text unchanged. */
export function groupThousands(text: string): string {
  return /^[1-9]\d*$/.test(text) ? splitGroups(3, text).join(',') : text;
}

/**
 * Returns the digits of an amount with correct groups, without cents, and alone or with the sign or
 * code of the currency of the form: `$50,000`. Undefined for any other text.
 */
export function readAmountDigits(text: string, currency: Currency): string | undefined {
  const amount = ownAmount(text, currency);
  return amount?.cents === 0 ? String(amount.whole) : undefined;
}

/** Returns the amount that a text is, if it names no other currency. */
function ownAmount(text: string, currency: Currency) {
  const amount = parseAmount(text);
  if (!amount) return undefined;
  const own = currency === null ? '$' : narrowSign(currency);
  // `$` alone is the sign of many currencies, and the contract names none.
  const written = amount.currency || (toHalfWidth(text).includes('$') ? '$' : '');
  return ['', own, currency].includes(written) ? amount : undefined;
}

function narrowSign(currency: string): string | undefined {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}
