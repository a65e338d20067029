import { type ComponentProps, useId } from 'react';

import type { BoardColumn as ColumnNumbers } from '#contract/portal/deals.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { useAmounts } from '#src/ui/elements/amount.tsx';
import { useOnScreen } from '#src/ui/elements/on-screen.ts';

import { BoardCards } from './board-cards.tsx';

import s from './board.module.css';

interface BoardColumnProps extends Pick<
  ComponentProps<typeof BoardCards>,
  'status' | 'search' | 'isSupport'
> {
  /** How many deals the column has; undefined while that is not known. */
  numbers: ColumnNumbers | undefined;
  /** Whether this is the column that a phone shows. */
  isCurrent: boolean;
}

/** Shows the deals in one status. They load when the column, and then its end, is in sight. */
export function DealsColumn({ numbers, isCurrent, ...cards }: BoardColumnProps) {
  const { status } = cards;
  const headingId = useId();
  const [isNear, watchNear] = useOnScreen();
  const isEmpty = numbers?.total === 0;
  return (
    <section
      className={s.column}
      aria-labelledby={headingId}
      data-column
      data-empty={isEmpty || undefined}
      data-current={isCurrent || undefined}
    >
      <span ref={watchNear} className={s.near} aria-hidden />
      <h2 id={headingId} className={s.heading}>
        {status}
        {numbers && <ColumnNumbersText {...numbers} partnerId={cards.search.brokerId} />}
      </h2>
      {isEmpty ? (
        <p className={s.note}>No deals</p>
      ) : (
        <BoardCards
          {...cards}
          isRequested={isNear}
          total={numbers?.total ?? 2}
          stageTime={numbers?.stageTime ?? null}
        />
      )}
    </section>
  );
}

/**
 * Shows how many deals a column has and, within one partner, the sum of their amounts: where their
 * currency is not known, there could be several.
 */
function ColumnNumbersText({
  total,
  amount: sum,
  partnerId,
}: ColumnNumbers & { partnerId: string }) {
  const { amount, getCurrency } = useAmounts();
  const hasOneCurrency = getCurrency({ partnerId }) !== null;
  const inTotal = sum !== null && hasOneCurrency && amount(sum, { partnerId });
  return (
    <>
      <span className="visually-hidden">
        {`: ${quantity(total, 'deal')}`}
        {inTotal !== false && `, ${inTotal} in total`}
      </span>
      <span aria-hidden className={s.numbers}>
        {count(total)}
      </span>
      {inTotal !== false && (
        <span aria-hidden className={s.sum}>
          {inTotal}
        </span>
      )}
    </>
  );
}
