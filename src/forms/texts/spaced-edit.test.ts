import { describe, expect, test } from 'vitest';

import { spaceDigits } from '#src/lib/values/business-numbers.ts';

import { editSpaced, type SpacedText } from './spaced-input.tsx';

const space = (typed: string) => spaceDigits('abn', typed);

/** Edits an ABN at the caret, which `|` marks, and returns what is typed and shown. */
function edit(before: SpacedText, after: string, isForward = false): string[] {
  const caret = after.indexOf('|');
  const result = editSpaced({ before, after: after.replace('|', ''), caret, isForward, space });
  const { shown } = result;
  return [result.typed, `${shown.slice(0, result.caret)}|${shown.slice(result.caret)}`];
}
const digits = (typed: string) => ({ typed, shown: space(typed) });

test('the same number pasted over itself stays whole', () => {
  expect(edit(digits('51824753556'), '51824753556|')).toEqual(['51824753556', '51 824 753 556|']);
});

/** Types texts one after the other at the end. */
function typeAll(keys: readonly string[]): SpacedText {
  let now = digits('');
  for (const key of keys) {
    const after = now.shown + key;
    now = editSpaced({ before: now, after, caret: after.length, isForward: false, space });
  }
  return { typed: now.typed, shown: now.shown };
}

describe('typing', () => {
  test('digits are spaced, and what is typed has no spaces', () => {
    expect(typeAll('51824753556'.split(''))).toEqual({
      typed: '51824753556',
      shown: '51 824 753 556',
    });
  });

  test.each(['51 824 753 556', '51-824-753-556', 'n/a', 'ABN 51 824 753 556'])(
    '%s stays as it is typed',
    (text) => {
      expect(typeAll(text.split(''))).toEqual({ typed: text, shown: text });
    },
  );

  test.each(['51824753556', '51 824 753 556', '51.824.753.556'])(
    '%s is pasted as it is',
    (text) => {
      expect(typeAll([text])).toEqual({ typed: text, shown: space(text) });
    },
  );

  test('a space after digits leaves what is shown', () => {
    expect(edit(digits('51824'), '51 824 |')).toEqual(['51 824 ', '51 824 |']);
  });

  test('in the middle moves the spaces, and the caret stays behind what was typed', () => {
    expect(edit(digits('5182475'), '519| 824 75')).toEqual(['51982475', '51 9|82 475']);
    expect(edit(digits('5182475'), '51 98|24 75')).toEqual(['51982475', '51 98|2 475']);
  });
});

test.each([
  ['518', '51 824 753', '51824753'],
  ['51824', '518', '518'],
  ['51824', 'n/a', 'n/a'],
  ['51 82', '51 8', '51 8'],
])('Undo from %s to %s leaves %s', (typed, after, left) => {
  const before = digits(typed);
  const caret = after.length;
  const result = editSpaced({ before, after, caret, isForward: false, isHistory: true, space });
  expect(result.typed).toBe(left);
});

describe('deleting', () => {
  test('a digit takes the space before it along', () => {
    expect(edit(digits('518'), '51 |')).toEqual(['51', '51|']);
    expect(edit(digits('51824753'), '51| 4 753')).toEqual(['514753', '51| 475 3']);
  });

  test('a space deletes the digit before it, or after it with Delete', () => {
    expect(edit(digits('51824'), '51|824')).toEqual(['5824', '5|8 24']);
    expect(edit(digits('51824'), '51|824', true)).toEqual(['5124', '51| 24']);
  });

  test('everything leaves nothing', () => {
    expect(edit(digits('51824'), '|')).toEqual(['', '|']);
  });

  test('a typed space makes a spaced number of its digits', () => {
    const before = { typed: '5 1824', shown: '5 1824' };
    expect(edit(before, '5|1824')).toEqual(['51824', '5|1 824']);
  });
});
