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
function sidewaysTarget(
  key: string,
  board: Element,
  column: Element,
  from: Element,
): HTMLElement | undefined {
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
