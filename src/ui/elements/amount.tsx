import { type AmountOwner, useAmounts } from './use-amounts.ts';

/** Shows an amount; a dash for none. Where it doesn't fit, its currency is on a line of its own. */
export function Amount({ value, ...owner }: AmountOwner & { value: string }) {
  const text = useAmounts().amount(value, owner).replace('\u00a0', ' ');
  return (
    <span className="num" translate="no">
      {text}
    </span>
  );
}
