import { numberError, parseAmount } from '#contract/v1/rules/number-rule.ts';
import { plainCharacters } from '#contract/v1/rules/rules.ts';
import type { Currency } from '#src/lib/numbers.ts';

/** Returns the digits of a whole amount in groups, `50,000`, and any other text unchanged. */
export function groupThousands(text: string): string {
  return /^[1-9]\d*$/.test(text) ? text.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : text;
}

/**
 * Returns the digits of an amount with correct groups, without cents, and alone or with the sign or
 * code of the currency of the form: `$50,000`. Undefined for any other text.
 */
export function plainAmount(text: string, currency: Currency): string | undefined {
  const amount = ownAmount(text, currency);
  return amount?.cents === 0 ? String(amount.whole) : undefined;
}

/** Returns the digits of an amount in thousands, `1.5k`; undefined for any other text. */
export function amountOfThousands(text: string, currency: Currency): string | undefined {
  const [, thousands] = /^(.*\d) ?k$/i.exec(text.trim()) ?? [];
  const amount = thousands === undefined ? undefined : ownAmount(thousands, currency);
  const whole = amount && amount.whole * 1000 + amount.cents * 10;
  return whole === undefined || numberError(whole) !== undefined ? undefined : String(whole);
}

/** Returns the amount that a text is, if it names no other currency. */
function ownAmount(text: string, currency: Currency) {
  const amount = parseAmount(text);
  if (!amount) return undefined;
  const own = currency === null ? '$' : narrowSign(currency);
  // `$` alone is the sign of many currencies, and the contract names none.
  const written = amount.currency || (plainCharacters(text).includes('$') ? '$' : '');
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
