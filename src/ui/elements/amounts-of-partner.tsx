import type { ReactNode } from 'react';

import { type AmountOwner, CurrenciesContext, useCurrencies } from './use-amounts.ts';

/** Shows the amounts within in the currency of one partner. */
export function AmountsOfPartner({ children, ...owner }: AmountOwner & { children: ReactNode }) {
  const usual = useCurrencies()(owner);
  return <CurrenciesContext value={{ usual, byPartner: {} }}>{children}</CurrenciesContext>;
}
