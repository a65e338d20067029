import { parseAmount } from '#contract/v1/number-rule.ts';

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
