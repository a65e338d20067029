import { insertRequest, updateRequest } from '#server/requests/request-changes.store.ts';

import type { DemoAction, DemoSetting } from './demo-actions.ts';

/** What the lender asks for: in how many days it is due, and its later states. */
const requests = {
  statements: {
    kind: 'document',
    document_type: 'Bank Statements',
    text: 'Please send the statements of the last three months.',
    dueAfter: 1,
    steps: [],
  },
  name: {
    kind: 'correction',
    field_names: ['firstName', 'lastName'],
    text: 'The name differs from the one on the ID. Please correct it.',
    dueAfter: 30,
    steps: [
      { state: 'sent', answer: 'That is the full name.' },
      { state: 'returned', reason: 'The middle name on the ID is missing.' },
    ],
  },
  traded: {
    kind: 'question',
    text: 'Since when has your client traded from here?',
    dueAfter: 30,
    steps: [],
  },
  guarantor: {
    kind: 'question',
    text: 'Is the second director a guarantor?',
    dueAfter: null,
    steps: [{ state: 'sent', answer: 'Yes, both directors are.' }],
  },
  licence: {
    kind: 'document',
    document_type: 'Proof of Identity or ID',
    text: 'Both sides of the driver licence, please.',
    dueAfter: null,
    steps: [{ state: 'sent', answer: 'Your office has seen it.' }, { state: 'done' }],
  },
} as const;

/** Yields what happens to the request on a record, after the record got its status. */
export function* makeRequestActions({
  tx,
  record,
  owner,
  keyId,
  ids,
}: DemoSetting): Generator<DemoAction> {
  const found = Object.entries(requests).find(([name]) => name === record.request);
  if (!found) return;
  const { dueAfter, steps, ...request } = found[1];
  const since = Number(record.since);
  let id = '';
  yield {
    daysAgo: since / 2,
    run: async (at) => {
      const due = new Date(at.getTime() + (dueAfter ?? 0) * 86_400_000);
      const due_on = dueAfter === null ? null : due.toISOString().slice(0, 10);
      const on = {
        record_type: ids.deals ? 'deal' : 'lead',
        record_id: ids.deals || ids.leads,
        lead_id: ids.leads,
        partner_id: owner.partnerId,
        contact_id: owner.contactId,
      } as const;
      const times = { created_at: at, updated_at: at, due_on };
      id = await insertRequest(tx, { ...request, ...on, ...times }, keyId);
    },
  };
  for (const [index, step] of steps.entries())
    yield {
      daysAgo: since / (3 + index),
      run: async (at) => {
        const by =
          step.state === 'sent'
            ? ({ updated_by: owner.accountId, updated_via: 'portal' } as const)
            : ({ updated_by: keyId, updated_via: 'operator' } as const);
        await updateRequest(tx, id, { ...step, ...by, updated_at: at });
      },
    };
}
