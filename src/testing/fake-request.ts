import type { LenderRequest } from '#contract/portal/requests.ts';

/** A question of the lender that waits for an answer. */
export const question: LenderRequest = {
  id: 'r1',
  state: 'open',
  asked: { kind: 'question' },
  text: 'Is the second director a guarantor?',
  dueDate: null,
  leadId: 'l1',
  answer: '',
  reason: '',
  files: [],
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
};
