import { type ReactNode, useContext } from 'react';

import { type AmountCurrencies, CurrenciesContext } from './use-amounts.ts';

interface ProvideCurrenciesProps {
  /** undefined: amounts have no currency sign. */
  currencies: AmountCurrencies | undefined;
  children: ReactNode;
}

/** Provides the currencies in which the amounts within are shown. */
export function ProvideCurrencies({ currencies, children }: ProvideCurrenciesProps) {
  const outer = useContext(CurrenciesContext);
  return <CurrenciesContext value={currencies ?? outer}>{children}</CurrenciesContext>;
}
