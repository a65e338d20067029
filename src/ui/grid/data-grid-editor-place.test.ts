import { expect, test } from 'vitest';

import { editorPlace } from './data-grid-editor-place.ts';

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
