import { type ComponentProps, useId } from 'react';

import type { BoardColumn as ColumnNumbers } from '#contract/portal/deals.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { useAmounts } from '#src/ui/elements/amount.tsx';

import { BoardCards, useOnScreen } from './board-cards.tsx';

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

const isShown = (element: Element) => element.getClientRects().length > 0;
const middle = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};
const findCards = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-card]')];

/**
 * Moves the focus between the cards of a board by the arrow keys: up and down within a column, left
 * and right to the card at the same height in the next column that has deals. Home and End go to
 * the first and the last card of the column. Enter opens a card, which is a link.
 */
export function moveByKeys(board: HTMLElement, event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
  const column = target.closest('[data-column]');
  if (column === null) return;
  const next = verticalTarget(key, column, target) ?? sidewaysTarget(key, board, column, target);
  if (next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function verticalTarget(key: string, column: Element, from: Element): HTMLElement | undefined {
  const cards = findCards(column);
  const at = cards.findIndex((card) => card === from);
  if (key === 'ArrowDown') return cards[at + 1];
  if (key === 'ArrowUp') return at > 0 ? cards[at - 1] : undefined;
  if (key === 'Home') return cards[0];
  return key === 'End' ? cards.at(-1) : undefined;
}

/** Returns the target in the next column. A column that still loads takes the focus itself. */
function sidewaysTarget(key: string, board: Element, column: Element, from: Element) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const columns = [...board.querySelectorAll('[data-column]:not([data-empty])')].filter(
    (one) => one === column || isShown(one),
  );
  const next = columns[columns.indexOf(column) + (key === 'ArrowLeft' ? -1 : 1)];
  if (next === undefined) return undefined;
  const height = middle(from);
  const distance = (card: Element) => Math.abs(middle(card) - height);
  return (
    findCards(next).toSorted((a, b) => distance(a) - distance(b))[0] ??
    next.querySelector<HTMLElement>('button, [tabindex]') ??
    undefined
  );
}
