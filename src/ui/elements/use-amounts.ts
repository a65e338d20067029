import { createContext, useContext } from 'react';

import { amount, type Currency } from '#src/lib/numbers.ts';

/** The usual currency, and those of partners with another one by partner id. */
export interface AmountCurrencies {
  readonly usual: Currency;
  readonly byPartner: Readonly<Record<string, string>>;
}

/** The currencies of the amounts within. */
export const CurrenciesContext = createContext<AmountCurrencies>({ usual: null, byPartner: {} });

/** The partner whose amounts they are. */
export interface AmountOwner {
  partnerId?: string | undefined;
  /** The currency of the business's country, for partners without one; null: it is not known. */
  local?: Currency | undefined;
}

/** Returns what tells the currency of the amounts of an owner. */
export function useCurrencies(): (owner?: AmountOwner) => Currency {
  const { usual, byPartner } = useContext(CurrenciesContext);
  return ({ partnerId = '', local = null } = {}) => byPartner[partnerId] ?? usual ?? local;
}

/** Returns the usual currency, and what tells the currency of an owner and formats an amount. */
export function useAmounts() {
  const getCurrency = useCurrencies();
  return {
    currency: getCurrency(),
    getCurrency,
    amount: (text: string | null | undefined, owner?: AmountOwner) =>
      amount(text, { currency: getCurrency(owner) }),
  };
}

/** The longest amount that a column has to show on one line. */
const longestAmount = '12000000';

/**
 * Returns the width of a column of amounts, for the longest of its currencies: 24 px of padding and
 * 8.7 px per character, as the widest of the system fonts needs.
 */
export function useAmountsWidth(): `${number}px` {
  const { usual, byPartner } = useContext(CurrenciesContext);
  const lengths = [usual, ...Object.values(byPartner)].map(
    // Without a currency, those of the countries of businesses.
    (currency) => amount(longestAmount, { currency: currency ?? 'NZD' }).length,
  );
  return `${Math.ceil(24 + 8.7 * Math.max(...lengths))}px`;
}
