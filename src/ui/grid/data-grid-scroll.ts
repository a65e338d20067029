/**
 * The maximum height of the scrolled element. Browsers limit the height of an element to about 17.9
 * million pixels (Firefox) or 33.5 million (Chromium, Safari); a million rows are 32 million. Where
 * the rows are higher than this limit, a scroll position of the element maps to a proportional
 * position in the rows.
 */
const maxPixels = 16_000_000;

/** How far the rows are scrolled: the element's scroll position and the position in the rows. */
export interface ScrollPosition {
  /** The element's `scrollTop`. */
  readonly scrollTop: number;
  /** The height of the rows above the first visible one, in pixels. */
  readonly top: number;
}

/** A scrolled element: the total height of its rows and the height of its viewport, in pixels. */
export interface Track {
  readonly rows: number;
  readonly viewport: number;
}

/** Returns the height of the scrolled element. */
export function trackHeight({ rows }: Pick<Track, 'rows'>): number {
  return Math.min(rows, maxPixels);
}

const lastTop = (track: Track) => Math.max(0, track.rows - track.viewport);
const lastScrollTop = (track: Track) => Math.max(0, trackHeight(track) - track.viewport);

/**
 * Returns the position after the element was scrolled. Short distances (wheel, touch) count pixel
 * by pixel, so that no row is skipped. Long distances (the scrollbar thumb) are proportional.
 */
export function scrolledPosition(
  track: Track,
  before: ScrollPosition,
  scrollTop: number,
): ScrollPosition {
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
