import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import * as model from './data-grid-model.ts';

/**
 * The rows and columns to render: the visible ones and a few around them. The ends are exclusive.
 */
export type GridView = ReturnType<typeof viewFor>;

/** Rows rendered above and below the visible ones, so that a short scroll shows rows at once. */
const rowsAround = 4;
/** How long scrolling has to pause before the scrollbar thumb is aligned. */
const scrollEndMs = 200;
/** The size of the viewport before it is measured, in pixels. */
const unmeasured = { width: 960, height: 480 };

/**
 * Tracks the scrolling of a grid. Returns which rows and columns to render and how to scroll to a
 * cell.
 */
export function useGridView(rowCount: number, columns: readonly model.GridColumn[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => model.columnStarts(columns), [columns]);
  const position = useRef({ scrollTop: 0, top: 0 });
  const [view, setView] = useState(() =>
    viewFor({ top: 0, scrollTop: 0, left: 0, ...unmeasured }, rowCount, starts),
  );
  const [pageRows, setPageRows] = useState(1);

  const updateView = useCallback(() => {
    const { left, width, height } = readViewport(scroller.current);
    const next = viewFor({ ...position.current, left, width, height }, rowCount, starts);
    setView((last) => (isSame(last, next) ? last : next));
    setPageRows(Math.max(1, Math.floor(height / model.rowHeight) - 1));
  }, [rowCount, starts]);

  /** Aligns the element's scroll position with the position of the rows. */
  const alignScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTop = scrollTopFor(readTrack(element, rowCount), position.current.top);
    position.current = { scrollTop: element.scrollTop, top: position.current.top };
    updateView();
  }, [rowCount, updateView]);

  useLayoutEffect(() => {
    const followScroll = (element: HTMLElement) => {
      const track = readTrack(element, rowCount);
      position.current = scrolledPosition(track, position.current, element.scrollTop);
      updateView();
    };
    return scroller.current ? whenScrolled(scroller.current, followScroll, alignScroll) : undefined;
  }, [rowCount, updateView, alignScroll]);

  useLayoutEffect(updateView, [updateView]);

  const reveal = useCallback(
    ({ row, column }: model.CellPosition) => {
      const element = scroller.current;
      if (element === null) return;
      const { left, width, height } = readViewport(element);
      const rowEdges = { start: row * model.rowHeight, end: (row + 1) * model.rowHeight };
      const top = scrolledTo(position.current.top, height, rowEdges);
      const columnEdges = { start: starts[column] ?? 0, end: starts[column + 1] ?? 0 };
      const nextLeft = scrolledTo(left, width, columnEdges);
      if (nextLeft === left && top === position.current.top) return;
      element.scrollLeft = nextLeft;
      position.current = { ...position.current, top };
      alignScroll();
    },
    [starts, alignScroll],
  );

  return { scroller, view, starts, pageRows, reveal };
}

/** Calls `onScroll` while an element is scrolled or resized, and `onEnd` after it. */
function whenScrolled(
  element: HTMLElement,
  onScroll: (element: HTMLElement) => void,
  onEnd: () => void,
): () => void {
  let timer = 0;
  const handleScroll = () => {
    onScroll(element);
    clearTimeout(timer);
    // The element and its rows have to move in the same frame.
    timer = window.setTimeout(() => flushSync(onEnd), scrollEndMs);
  };
  element.addEventListener('scroll', handleScroll, { passive: true });
  const observer = new ResizeObserver(handleScroll);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    element.removeEventListener('scroll', handleScroll);
  };
}

/** Returns the visible area of the cells, without the row and column headers. */
function readViewport(element: HTMLElement | null) {
  return {
    left: element?.scrollLeft ?? 0,
    width: (element?.clientWidth || unmeasured.width) - model.rowHeaderWidth,
    height: (element?.clientHeight || unmeasured.height) - model.headerHeight,
  };
}

function readTrack(element: HTMLElement, rowCount: number): Track {
  return { rows: rowCount * model.rowHeight, viewport: readViewport(element).height };
}

type Viewport = { top: number; scrollTop: number; left: number; width: number; height: number };

function viewFor(viewport: Viewport, rowCount: number, starts: readonly number[]) {
  const { top, scrollTop, left, width, height } = viewport;
  const firstColumn = starts.findLastIndex((start) => start <= left);
  const endColumn = starts.findIndex((start) => start >= left + width);
  return {
    firstRow: Math.max(0, Math.floor(top / model.rowHeight) - rowsAround),
    endRow: Math.min(rowCount, Math.ceil((top + height) / model.rowHeight) + rowsAround),
    firstColumn: Math.max(0, firstColumn - 1),
    endColumn: endColumn < 0 ? starts.length - 1 : Math.min(starts.length - 1, endColumn + 1),
    /** How many pixels higher the rows are placed than in an element as high as all rows. */
    shift: top - scrollTop,
  };
}

function isSame(one: GridView, other: GridView): boolean {
  const names = ['firstRow', 'endRow', 'firstColumn', 'endColumn', 'shift'] as const;
  return names.every((name) => one[name] === other[name]);
}

/**
 * The maximum height of the scrolled element. Browsers limit the height of an element to about 17.9
 * million pixels (Firefox) or 33.5 million (Chromium, Safari); a million rows are 32 million. Where
 * the rows are higher than this limit, a scroll position of the element maps to a proportional
 * position in the rows.
 */
const maxPixels = 16_000_000;

/** How far the rows are scrolled: the element's scroll position and the position in the rows. */
interface ScrollPosition {
  /** The element's `scrollTop`. */
  readonly scrollTop: number;
  /** The height of the rows above the first visible one, in pixels. */
  readonly top: number;
}

/** A scrolled element: the total height of its rows and the height of its viewport, in pixels. */
interface Track {
  readonly rows: number;
  readonly viewport: number;
}

/** Returns the height of the scrolled element. */
export const trackHeight = ({ rows }: Pick<Track, 'rows'>): number => Math.min(rows, maxPixels);

const lastTop = (track: Track) => Math.max(0, track.rows - track.viewport);
const lastScrollTop = (track: Track) => Math.max(0, trackHeight(track) - track.viewport);

/**
 * Returns the position after the element was scrolled. Short distances (wheel, touch) count pixel
 * by pixel, so that no row is skipped. Long distances (the scrollbar thumb) are proportional.
 */
export function scrolledPosition(track: Track, before: ScrollPosition, scrollTop: number) {
  const distance = scrollTop - before.scrollTop;
  const isShort = Math.abs(distance) <= track.viewport * 2;
  const ratio = lastTop(track) / Math.max(1, lastScrollTop(track));
  const top = isShort ? before.top + distance : scrollTop * ratio;
  return { scrollTop, top: Math.min(Math.max(0, top), lastTop(track)) };
}

/**
 * Returns the `scrollTop` at which the scrollbar thumb shows how far down the rows are. Near both
 * ends the mapping is pixel by pixel.
 */
export function scrollTopFor(track: Track, top: number): number {
  const ratio = lastScrollTop(track) / Math.max(1, lastTop(track));
  if (ratio >= 1) return top;
  const nearby = track.viewport * 4;
  const below = lastTop(track) - top;
  if (top < below) return Math.max(top * ratio, Math.min(top, nearby));
  return lastScrollTop(track) - Math.max(below * ratio, Math.min(below, nearby));
}

/** Returns the nearest scroll position at which the range from `start` to `end` is visible. */
export function scrolledTo(
  top: number,
  viewport: number,
  { start, end }: { start: number; end: number },
): number {
  if (start < top || end - start > viewport) return start;
  return end > top + viewport ? end - viewport : top;
}
