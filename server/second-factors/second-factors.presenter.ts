import type { SecondFactor } from '#contract/portal/second-factor/second-factor.ts';

import type { SecondFactorRow } from './second-factors.store.ts';

/** Returns how somebody signs in besides the password, as they see it. */
export function presentSecondFactor(
  { since, codes }: SecondFactorRow,
  isRequired: boolean,
): SecondFactor {
  return { since: since?.toISOString() ?? null, recoveryCodesLeft: codes, isRequired };
}
