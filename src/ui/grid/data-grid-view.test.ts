import { expect, test } from 'vitest';

import { scrolledPosition, scrolledTo, scrollTopFor, trackHeight } from './data-grid-view.ts';

const viewport = 600;
const million = { rows: 1_000_000 * 32, viewport };
const last = million.rows - viewport;
const lastScroll = trackHeight(million) - viewport;

test('a few rows are scrolled as they are', () => {
  const track = { rows: 3200, viewport };
  expect(trackHeight(track)).toBe(3200);
  expect(scrolledPosition(track, { scrollTop: 0, top: 0 }, 2600)).toEqual({
    scrollTop: 2600,
    top: 2600,
  });
  expect(scrollTopFor(track, 1234)).toBe(1234);
});

test('no browser is asked for a higher element than it draws', () => {
  expect(trackHeight({ rows: 10_000_000 * 32 })).toBeLessThan(17_800_000);
});

test('the wheel passes over no row, the thumb goes in proportion, and both ends are reached', () => {
  const middle = { scrollTop: lastScroll / 2, top: last / 2 };
  expect(scrolledPosition(million, middle, middle.scrollTop + 100).top).toBe(middle.top + 100);
  expect(scrolledPosition(million, middle, lastScroll * 0.75).top).toBeCloseTo(last * 0.75, -2);
  expect(scrolledPosition(million, middle, 0).top).toBe(0);
  expect(scrolledPosition(million, middle, lastScroll).top).toBeCloseTo(last);
});

test.each([0, 1, 599, 5_000, 123_456, last / 2, last - 5_000, last - 1, last])(
  'from row pixel %d every row can be wheeled to, up to either end',
  (top) => {
    const scrollTop = scrollTopFor(million, top);
    expect(scrollTop).toBeGreaterThanOrEqual(Math.min(top, viewport));
    expect(lastScroll - scrollTop).toBeGreaterThanOrEqual(Math.min(last - top, viewport));
    expect(scrolledPosition(million, { scrollTop, top }, scrollTop)).toEqual({ scrollTop, top });
  },
);

test('what is to be seen is scrolled to by the shortest way', () => {
  expect(scrolledTo(100, 600, { start: 200, end: 232 })).toBe(100);
  expect(scrolledTo(100, 600, { start: 64, end: 96 })).toBe(64);
  expect(scrolledTo(100, 600, { start: 800, end: 832 })).toBe(232);
  expect(scrolledTo(100, 30, { start: 800, end: 832 })).toBe(800);
});
