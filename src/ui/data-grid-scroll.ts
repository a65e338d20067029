/**
 * Browsers draw no element higher than about 17.9 million pixels (Firefox) or 33.5 million (Chromium, Safari); a million rows are
 * 32 million. Beyond this height the scrolled element stays as it is, and a place in it stands for a place in the rows.
 */
const maxPixels = 16_000_000;

/** How far the rows are scrolled, in both measures. */
export interface ScrollPlace {
  /** What the element's `scrollTop` says. */
  readonly scrollTop: number;
  /** The pixels of rows above the first one in sight. */
  readonly top: number;
}

/** A scrolled element: how high all its rows are together, and how much of them is in sight, in pixels. */
export interface Track {
  readonly rows: number;
  readonly viewport: number;
}

/** The height to give the scrolled element. */
export function trackHeight({ rows }: Pick<Track, 'rows'>): number {
  return Math.min(rows, maxPixels);
}

const lastTop = (track: Track) => Math.max(0, track.rows - track.viewport);
const lastScrollTop = (track: Track) => Math.max(0, trackHeight(track) - track.viewport);

/**
 * Where the rows are after the element was scrolled. Short ways (wheel, touch) count pixel by pixel, so that no row is passed over;
 * long ones (the thumb) in proportion.
 */
export function placeAfter(track: Track, before: ScrollPlace, scrollTop: number): ScrollPlace {
  const way = scrollTop - before.scrollTop;
  const isShort = Math.abs(way) <= track.viewport * 2;
  const ratio = lastTop(track) / Math.max(1, lastScrollTop(track));
  const top = isShort ? before.top + way : scrollTop * ratio;
  return { scrollTop, top: Math.min(Math.max(0, top), lastTop(track)) };
}

/** Where to scroll the element so that the thumb tells how far down the rows are. Near both ends a pixel is a pixel. */
export function scrollTopFor(track: Track, top: number): number {
  const ratio = lastScrollTop(track) / Math.max(1, lastTop(track));
  if (ratio >= 1) return top;
  const nearby = track.viewport * 4;
  const below = lastTop(track) - top;
  if (top < below) return Math.max(top * ratio, Math.min(top, nearby));
  return lastScrollTop(track) - Math.max(below * ratio, Math.min(below, nearby));
}

/** The pixels to scroll to so that what lies from `start` to `end` is in sight, moving as little as possible. */
export function scrolledTo(
  top: number,
  viewport: number,
  { start, end }: { start: number; end: number },
): number {
  if (start < top || end - start > viewport) return start;
  return end > top + viewport ? end - viewport : top;
}
