import { readAmount } from '#contract/v1/number-rule.ts';

import { tidied } from './tidy-text.ts';

/** Returns an amount that has cents as a whole one: without them, or rounded. Undefined for any other text. */
export function withoutCents(text: string, isRounded: boolean): string | undefined {
  const amount = readAmount(tidied(text));
  if (!amount || amount.cents === 0) return undefined;
  return String(isRounded && amount.cents >= 50 ? amount.whole + 1 : amount.whole);
}
