import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fromClipboardText, toClipboardText } from './data-grid-clipboard.ts';

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
