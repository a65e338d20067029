import { expect, test } from 'vitest';

import type { UnreadRecord } from '#contract/portal/lists.ts';

import { describeUnread } from './unread-text.ts';

const record: UnreadRecord = {
  id: 'l1',
  isCreated: false,
  at: '2026-11-20T16:10:00.000Z',
  by: { isOperator: true, name: null },
};

test.each([
  [record, 'Unread: changed by the lender'],
  [{ ...record, by: { isOperator: false, name: 'Pat Moss' } }, 'Unread: changed by Pat Moss'],
  [{ ...record, isCreated: true, by: { isOperator: false, name: null } }, 'Unread: new'],
])('says who changed an unread record', (unread, words) => {
  expect(describeUnread(unread)).toBe(words);
});
