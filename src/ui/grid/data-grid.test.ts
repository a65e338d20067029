import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fromClipboardText, toClipboardText } from './data-grid-clipboard.ts';
import { editorPlace } from './data-grid-editor-place.ts';
import { scrolledPosition, scrolledTo, scrollTopFor, trackHeight } from './data-grid-view.ts';

test.each([
  ['', [['']]],
  ['one', [['one']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['\t', [['', '']]],
  ['"Two\nlines"\t"say ""hi"""', [['Two\nlines', 'say "hi"']]],
  ['"not closed\tb', [['"not closed', 'b']]],
  ['5" pipe\t"x" y', [['5" pipe', '"x" y']]],
])('%j is read as a spreadsheet wrote it', (text, cells) => {
  expect(fromClipboardText(text)).toEqual(cells);
});

test('any block comes back as it was copied', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('"', '\t', '\n', '\r', 'a') }),
  );
  const blocks = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  fc.assert(
    fc.property(blocks, (block) => {
      // A last row with one empty cell is indistinguishable from a line break at the end.
      fc.pre(
        block.length === 1 || block.at(-1)?.join('') !== '' || (block.at(-1)?.length ?? 0) > 1,
      );
      expect(fromClipboardText(toClipboardText(block))).toEqual(block);
    }),
  );
});

const phone = { width: 390, height: 844 };
const cellAt = (left: number, top: number) => ({ left, top, bottom: top + 32 });

test('an editor is over its cell, with its suggestions below', () => {
  expect(editorPlace(cellAt(80, 300), 200, phone)).toEqual({ left: 80, top: 300, maxHeight: 540 });
});

test('near the right edge it moves to the left, and never past the left edge', () => {
  expect(editorPlace(cellAt(300, 300), 200, phone).left).toBe(186);
  expect(editorPlace(cellAt(-40, 300), 420, phone).left).toBe(4);
});

test('near the lower edge it opens upwards, as high as there is room', () => {
  expect(editorPlace(cellAt(80, 780), 200, phone)).toEqual({
    left: 80,
    bottom: 32,
    maxHeight: 808,
  });
});

test('where a keyboard leaves little room it takes the larger side', () => {
  const small = { width: 390, height: 200 };
  expect(editorPlace(cellAt(80, 20), 200, small)).toEqual({ left: 80, top: 20, maxHeight: 176 });
  expect(editorPlace(cellAt(80, 150), 200, small).bottom).toBe(18);
});

test('the editor of a cell that has scrolled out of the window stays in it', () => {
  const { top, maxHeight } = editorPlace(cellAt(80, -100), 200, phone);
  expect(top).toBe(4);
  expect(maxHeight).toBe(836);
});

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
