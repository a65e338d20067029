import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { stableRows, useStableRows } from './stable-rows.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

/** Returns rows by their ids; `b=new` has the name "new". */
const toRowParts = (texts: string): Row[] =>
  texts.split(' ').map((text) => {
    const [id = '', name = ''] = text.split('=');
    return { id, name };
  });
const getId = ({ id }: Row) => id;

test.each([
  ['new values are shown in their places', 'a b c', 'a b=new c', 'a b=new c'],
  ['rows at the end are shown', 'a b', 'a b c', 'a b c'],
  ['a new row waits, and the one that it pushes off stays', 'a b c', 'x a b=new', 'a b=new c'],
  ['a row that has left stays', 'a b c', 'a c d', 'a b c'],
  ['a row that has left from the end stays', 'a b c', 'a b', 'a b c'],
  ['rows in another order stay', 'a b c', 'c a b', 'a b c'],
])('while somebody uses a list %s', (_, shown, current, expected) => {
  expect(stableRows(toRowParts(shown), toRowParts(current), getId)).toEqual(toRowParts(expected));
});

interface ListProps {
  rows: readonly Row[];
  request?: string;
}

/** A list that is in use, and that something follows. */
const useList = ({ rows, request = 'one' }: ListProps) =>
  useStableRows(rows, { getId, isInUse: true, request, isFollowed: true });
const renderList = (texts: string) => {
  const initialProps: ListProps = { rows: toRowParts(texts) };
  return renderHook(useList, { initialProps });
};

test('rows wait until they are shown, also at the end of a list that something follows', () => {
  const { result, rerender } = renderList('a b');
  rerender({ rows: toRowParts('a=new b c') });
  expect(result.current.rows).toEqual(toRowParts('a=new b'));
  expect(result.current.isWaiting).toBe(true);
  act(() => result.current.onShow());
  expect(result.current.rows).toEqual(toRowParts('a=new b c'));
  expect(result.current.isWaiting).toBe(false);
});

test('what the person asked for is shown at once', () => {
  const { result, rerender } = renderList('a b');
  rerender({ rows: toRowParts('c'), request: 'two' });
  expect(result.current.rows).toEqual(toRowParts('c'));
  expect(result.current.isWaiting).toBe(false);
});
