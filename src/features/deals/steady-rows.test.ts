import { expect, test } from 'vitest';

import { deal } from '#contract/v1/deals.ts';
import { emptyResponse } from '#contract/v1/records.ts';

import { steadyRows } from './steady-rows.ts';

const empty = emptyResponse(deal);
/** Returns rows by their ids; `b=new` has the name "new". */
const rowsOf = (texts: string) =>
  texts.split(' ').map((text) => {
    const [id = '', name = ''] = text.split('=');
    return {
      ok: true as const,
      record: { ...empty, id, fields: { ...empty.fields, name } },
      extra: {},
    };
  });

test.each([
  ['new values are shown in their places', 'a b c', 'a b=new c', 'a b=new c'],
  ['rows at the end are shown', 'a b', 'a b c', 'a b c'],
  ['a new row waits, and the one that it pushes off stays', 'a b c', 'x a b=new', 'a b=new c'],
  ['a row that has left stays', 'a b c', 'a c d', 'a b c'],
  ['a row that has left from the end stays', 'a b c', 'a b', 'a b c'],
  ['rows in another order stay', 'a b c', 'c a b', 'a b c'],
])('while somebody uses a column %s', (_, shown, current, expected) => {
  expect(steadyRows(rowsOf(shown), rowsOf(current))).toEqual(rowsOf(expected));
});
