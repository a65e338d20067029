import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The place at which somebody left a board. */
interface BoardPlace {
  readonly left: number;
  /** How far each column is scrolled, by its status. */
  readonly tops: ReadonlyMap<string, number>;
  /** The address of the card that had the focus. */
  readonly focused: string | undefined;
}

/** The last places, by the key of their entry in the browser's history. */
const places = new Map<string, BoardPlace>();
const maxPlaces = 50;

/**
 * Returns the `ref` of a board, which comes back where the person left it: with its scroll, and the
 * focus on the card that was opened. The window's scroll is the router's.
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
  // After the page's heading has taken the focus.
  useEffect(() => {
    if (board.current && place?.focused !== undefined) focusCard(board.current, place.focused);
  }, [place]);
  return board;
}

function savePlace(key: string, place: BoardPlace): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
}

function readPlace(board: HTMLElement): BoardPlace {
  const active = document.activeElement;
  const isCard = active instanceof HTMLAnchorElement && board.contains(active);
  return {
    left: board.scrollLeft,
    tops: new Map(findScrollers(board).map(([status, { scrollTop }]) => [status, scrollTop])),
    focused: isCard ? active.pathname : undefined,
  };
}

function restoreScroll(board: HTMLElement, { left, tops }: BoardPlace): void {
  board.scrollLeft = left;
  for (const [status, scroller] of findScrollers(board)) scroller.scrollTop = tops.get(status) ?? 0;
}

function focusCard(board: HTMLElement, path: string): void {
  const cards = board.querySelectorAll<HTMLAnchorElement>('a[data-card]');
  [...cards].find(({ pathname }) => pathname === path)?.focus({ preventScroll: true });
}

/** Returns the scrolled part of each column, by its status. */
function findScrollers(board: HTMLElement): (readonly [string, HTMLElement])[] {
  return [...board.querySelectorAll<HTMLElement>('[data-cards]')].map(
    (element) => [element.dataset['cards'] ?? '', element] as const,
  );
}
