import { expect, test } from 'vitest';

import { describeUnread } from './unread-text.ts';

const record = { isCreated: false, isOperator: true, name: null };

test.each([
  [record, 'Unread: changed by the lender'],
  [{ ...record, isOperator: false, name: 'Pat Moss' }, 'Unread: changed by Pat Moss'],
  [{ ...record, isCreated: true, isOperator: false, name: null }, 'Unread: new'],
])('says who changed an unread record', (unread, expected) => {
  expect(describeUnread(unread)).toBe(expected);
});
