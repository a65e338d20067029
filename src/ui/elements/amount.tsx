import { createContext, type ReactNode, useContext } from 'react';

import { amount, type Currency, shortAmount } from '#src/lib/numbers.ts';

/** The usual currency, and those of partners with another one by partner id. */
interface Currencies {
  readonly usual: Currency;
  readonly byPartner: Readonly<Record<string, string>>;
}

const CurrenciesContext = createContext<Currencies>({ usual: null, byPartner: {} });

interface ProvideCurrenciesProps {
  /** undefined: amounts have no currency sign. */
  currencies: Currencies | undefined;
  children: ReactNode;
}

/** Provides the currencies in which the amounts within are shown. */
export function ProvideCurrencies({ currencies, children }: ProvideCurrenciesProps) {
  const outer = useContext(CurrenciesContext);
  return <CurrenciesContext value={currencies ?? outer}>{children}</CurrenciesContext>;
}

/** Shows the amounts within in the currency of one partner. */
export function AmountsOfPartner({
  id,
  children,
}: {
  id: string | undefined;
  children: ReactNode;
}) {
  const usual = useCurrencies()(id);
  return <CurrenciesContext value={{ usual, byPartner: {} }}>{children}</CurrenciesContext>;
}

function useCurrencies(): (partnerId: string | undefined) => Currency {
  const { usual, byPartner } = useContext(CurrenciesContext);
  return (partnerId) => (partnerId === undefined ? usual : (byPartner[partnerId] ?? usual));
}

/**
 * Returns the usual currency, and the functions that format amounts in the currency of a partner,
 * if one is given.
 */
export function useAmounts() {
  const getCurrency = useCurrencies();
  return {
    currency: getCurrency(undefined),
    amount: (text: string | null | undefined, partnerId?: string) =>
      amount(text, { currency: getCurrency(partnerId) }),
    shortAmount: (text: string, partnerId?: string) =>
      shortAmount(text, { currency: getCurrency(partnerId) }),
  };
}

/** The longest amount that a column has to show on one line. */
const longestAmount = '12000000';

/**
 * Returns the width of a column of amounts, for the longest of its currencies: 24 px of padding and
 * 8.2 px per character, as the widest of the system fonts needs.
 */
export function useAmountsWidth(): `${number}px` {
  const { usual, byPartner } = useContext(CurrenciesContext);
  const lengths = [usual, ...Object.values(byPartner)].map(
    (currency) => amount(longestAmount, { currency }).length,
  );
  return `${Math.ceil(24 + 8.2 * Math.max(...lengths))}px`;
}

interface AmountProps {
  value: string;
  /** The partner whose currency it is; undefined: the usual currency. */
  partnerId?: string | undefined;
}

/** Shows an amount; a dash for none. Where it doesn't fit, its currency is on a line of its own. */
export function Amount({ value, partnerId }: AmountProps) {
  return (
    <span className="num">{useAmounts().amount(value, partnerId).replace('\u00a0', ' ')}</span>
  );
}
