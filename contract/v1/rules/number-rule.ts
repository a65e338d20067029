import { lostTextError } from './lost-texts.ts';
import { error, toHalfWidth, type Rule } from './rules.ts';

/** The maximum amount or count that the API accepts. */
export const maxNumber = 999_999_999_999;

/**
 * Returns the error of a JSON number that is not a whole number from 0 to {@link maxNumber};
 * undefined for a valid number.
 */
export function numberError(value: number): string | undefined {
  if (!Number.isInteger(value)) return withoutCents;
  if (value < 0) return 'Use a number of 0 or more.';
  if (value > maxNumber) return 'This number is too large: 12 digits at most.';
  return undefined;
}

/**
 * Validates a number in a form or a CSV cell: digits only (the specification's input rule 3), also
 * with the two decimals of the interface's own responses, `50000.00`, so that an export comes back.
 */
export const numberRule: Rule<number> = (text) => {
  const typed = text.trim();
  if (/^\d+(?:\.00)?$/.test(typed)) {
    const sentence = numberError(Number(typed));
    return sentence === undefined ? { value: Number(typed) } : error(sentence);
  }
  const amount = parseAmount(typed);
  if (amount)
    return amount.cents === 0 ? error(withoutSigns, String(amount.whole)) : error(withoutCents);
  return error(lostTextError(typed) ?? numberSentence(typed));
};

const withoutSigns = 'Use digits only, without a currency sign, commas or spaces.';
const withoutCents = 'Use a whole number, without cents.';

function numberSentence(typed: string): string {
  if (typed.startsWith('-')) return notNegative;
  if (/^\d{4,}[.]\d+$|^\d+[.]\d{1,2}$/.test(typed)) return withoutCents;
  if (typed.length > maxTypedAmountLength) return withoutSigns;
  if (inBrackets.test(typed)) return `Brackets mean a negative amount. ${notNegative}`;
  if (minusSign.test(typed)) return notNegative;
  const inFull = amountInFull(typed);
  // Asked, without a suggestion: what the contract suggests is certain.
  if (inFull !== undefined) return `Did you mean ${Number(inFull).toLocaleString('en')}?`;
  if (scaleWord.test(typed)) return 'Enter the amount in full: k, m and million change its value.';
  return period.test(afterFirstDigit(typed))
    ? 'Enter the amount alone: a period such as pcm, p.a. or per month changes its meaning.'
    : withoutSigns;
}

const notNegative = 'Use a number of 0 or more.';
/** `(1,200)`, as accountants write a negative amount, also with a currency. */
const inBrackets = /^[^\d()]{0,5}\([^\d()]{0,5}\d[^()]*\)[^\d()]{0,5}$/;
/** A minus before the digits or after them, also with a currency between. */
const minusSign = /^[^\d]{0,5}[-\u2212\u2013][^\d]{0,5}\d|\d\s?[-\u2212\u2013]$/;

/** Words after an amount that multiply it and have one meaning. */
const scales: Readonly<Record<string, number>> = { k: 1e3, lakh: 1e5, m: 1e6, million: 1e6 };

/** Returns the digits of an amount such as `1.5k` or `20 lakh`; undefined for any other text. */
export function amountInFull(text: string): string | undefined {
  const [, digits, word = ''] = /^(.*\d) ?(k|lakh|m|million)$/i.exec(text.trim()) ?? [];
  const amount = digits === undefined ? undefined : parseAmount(digits);
  const scale = scales[word.toLowerCase()];
  if (amount === undefined || scale === undefined) return undefined;
  const whole = amount.whole * scale + (amount.cents * scale) / 100;
  return numberError(whole) === undefined ? String(whole) : undefined;
}

const scaleWord =
  /\d\s*(?:k|m|mm|mn|mio|mil|mill|mln|millions?|thou|thousand|grand|b|bn|billions?|hundred|lakhs?|lacs?|lak|crores?|cr)(?![a-z])/i;
const period =
  /p\.?\s?c\.?\s?m|p\.?\s?[amw]\b|(?:per|\/|an?)\s*(?:mo|mth|month|wk|week|yr|year|annum|day|fortnight|m|w|y|a)\b|(?:week|month|year)ly|annual/i;

const afterFirstDigit = (text: string) => text.replace(/^\D*\d?/, '');

// No amount is longer.
const maxTypedAmountLength = 100;
const sign = String.raw`(?:(?:AU|NZ|US|SG|HK|CA|NT|[ACRS])?\$|[€£¥₹₩₱฿₫₪₺₴₦₽])`;
const writtenAmount = new RegExp(
  String.raw`^(?:([a-z]{3}) *)?(?:(${sign}) *)?([1-9]\d{0,2}([,'’ ])\d{3}(?:\4\d{3})*|\d+)(?:\.(\d{1,2}))?(?: *(${sign}))?(?: *([a-z]{3}))?$`,
  'i',
);

/**
 * Parses an amount with only one possible meaning, such as `$50,000` or `AUD 50 000.00`. Returns
 * undefined if a word or a sign could change the value (`50k`, `40 pcm`), if a separator could be
 * for thousands or for cents (`50.000`), or if the API does not accept the number.
 */
export function parseAmount(text: string) {
  if (text.length > maxTypedAmountLength) return undefined;
  const parts = writtenAmount.exec(toHalfWidth(text.trim()));
  if (!parts) return undefined;
  const [, codeBefore, signBefore, digits = '', , cents = '', signAfter, codeAfter] = parts;
  if ((codeBefore && codeAfter) || (signBefore && signAfter)) return undefined;
  const code = codeBefore ?? codeAfter;
  if (code !== undefined && !isCurrency(code)) return undefined;
  const whole = Number(digits.replaceAll(/\D/g, ''));
  return numberError(whole) === undefined
    ? {
        whole,
        cents: Number(cents.padEnd(2, '0')),
        /** The code or the sign of the currency as written; `''` without one, and for `$`. */
        currency: findCurrency(code, signBefore ?? signAfter),
      }
    : undefined;
}

const codesOfSigns: Readonly<Record<string, string>> = {
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  US$: 'USD',
  S$: 'SGD',
  SG$: 'SGD',
  HK$: 'HKD',
  C$: 'CAD',
  CA$: 'CAD',
  NT$: 'TWD',
  '€': 'EUR',
  '£': 'GBP',
};

/** Returns the currency that a code or a sign names; `''` for `$`, which many have. */
function findCurrency(code = '', written = ''): string {
  if (code !== '') return code.toUpperCase();
  const upper = written.toUpperCase();
  return upper === '$' ? '' : (codesOfSigns[upper] ?? upper);
}

/** ISO 4217 codes that are not currencies for payment, and LAK, which can also mean lakh. */
const excludedCurrencies = /^(?:LAK|X(?!AF|CD|CG|OF|PF)..)$/;
let currencies: ReadonlySet<string> | undefined;

function isCurrency(letters: string): boolean {
  currencies ??= new Set(
    Intl.supportedValuesOf('currency').filter((code) => !excludedCurrencies.test(code)),
  );
  return currencies.has(letters.toUpperCase());
}
