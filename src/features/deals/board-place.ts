import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The place at which somebody left a board. */
interface BoardPlace {
  readonly left: number;
  /** How far each column is scrolled, by its status. */
  readonly tops: ReadonlyMap<string, number>;
}

/** The last places, by the key of their entry in the browser's history. */
const places = new Map<string, BoardPlace>();
const maxPlaces = 50;

/**
 * Returns the `ref` of a board, which comes back where the person left it. The router restores the
 * window's scroll; the card that was opened gets the focus as a row of the list does.
 */
export function useBoardPlace() {
  const board = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const place = isBack ? places.get(key) : undefined;
  useLayoutEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    if (place) restoreScroll(element, place);
    return () => savePlace(key, readPlace(element));
  }, [key, place]);
  return board;
}

function savePlace(key: string, place: BoardPlace): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
}

function readPlace(board: HTMLElement): BoardPlace {
  return {
    left: board.scrollLeft,
    tops: new Map(findScrollers(board).map(([status, { scrollTop }]) => [status, scrollTop])),
  };
}

function restoreScroll(board: HTMLElement, { left, tops }: BoardPlace): void {
  board.scrollLeft = left;
  for (const [status, scroller] of findScrollers(board)) scroller.scrollTop = tops.get(status) ?? 0;
}

/** Returns the scrolled part of each column, by its status. */
function findScrollers(board: HTMLElement): (readonly [string, HTMLElement])[] {
  return [...board.querySelectorAll<HTMLElement>('[data-cards]')].map(
    (element) => [element.dataset['cards'] ?? '', element] as const,
  );
}
