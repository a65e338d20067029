import { expect, test } from 'vitest';

import type { Todo, WaitingRecord } from '#contract/portal/home.ts';

import { writeNoticeMail } from './notice-mail.ts';

const publicUrl = 'https://portal.harbour.test';
const email = 'rowan@harbour.test';

const waiting = (
  record: Pick<WaitingRecord, 'type' | 'id' | 'name' | 'request'>,
): WaitingRecord => ({
  amount: '50000',
  currency: null,
  status: 'With Broker',
  subStatus: 'Received',
  statusSinceDate: '2026-11-01T00:00:00.000Z',
  subStatusSinceDate: '2026-11-01T00:00:00.000Z',
  contact: 'Ada Marsh',
  partner: null,
  stageTime: null,
  since: '2026-11-01T00:00:00.000Z',
  otherRequests: 0,
  due: 'none',
  followUp: null,
  client: null,
  ...record,
});
const todo: Todo = {
  records: [
    waiting({ type: 'lead', id: 'l1', name: 'Éva-Maria Öst', request: null }),
    waiting({ type: 'deal', id: 'd1', name: '𐐀kau', request: null }),
    waiting({ type: 'deal', id: 'd2', name: '…', request: null }),
  ],
  leads: 40,
  deals: 2,
  due: { overdue: 0, today: 0, week: 0, later: 0, none: 42 },
  listed: { leads: 40, deals: 2 },
};

test('an email has a line for each record, by its initials, and says how many there are', () => {
  expect(writeNoticeMail({ email, kind: 'daily' }, todo, publicUrl)).toEqual({
    to: email,
    subject: '42 waiting for you in the partner portal',
    text: [
      `Lead É. M., next step: ${publicUrl}/leads/l1`,
      `Deal 𐐀., next step: ${publicUrl}/deals/d1`,
      `Deal , next step: ${publicUrl}/deals/d2`,
      `All 42: ${publicUrl}/home`,
      `To change these emails: ${publicUrl}/profile`,
    ].join('\n\n'),
  });
});

test('an email at once is of what is new', () => {
  const { subject } = writeNoticeMail({ email, kind: 'at-once' }, todo, publicUrl);
  expect(subject).toBe('New in the partner portal, waiting for you');
});
