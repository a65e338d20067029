import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { type Setting, toTime } from './demo-records.ts';

/** The requests to each partner, with the days until each is due, and its later states. */
const asked = [
  {
    kind: 'document',
    document_type: 'Bank Statements',
    text: 'Please send the statements of the last three months.',
    dueAfter: 1,
    steps: [],
  },
  {
    kind: 'correction',
    field_names: ['firstName', 'lastName'],
    text: 'The name differs from the one on the ID. Please correct it.',
    dueAfter: 30,
    steps: [
      { state: 'sent', answer: 'That is the full name.' },
      { state: 'returned', reason: 'The middle name on the ID is missing.' },
    ],
  },
  {
    kind: 'question',
    text: 'Since when has your client traded from here?',
    dueAfter: 30,
    steps: [],
  },
  {
    kind: 'question',
    text: 'Is the second director a guarantor?',
    dueAfter: null,
    steps: [{ state: 'sent', answer: 'Yes, both directors are.' }],
  },
  {
    kind: 'document',
    document_type: 'Proof of Identity or ID',
    text: 'Both sides of the driver licence, please.',
    dueAfter: null,
    steps: [{ state: 'sent', answer: 'Your office has seen it.' }, { state: 'done' }],
  },
] as const;
const dayMinutes = 24 * 60;

interface AskedRecord {
  readonly record_type: 'lead' | 'deal';
  readonly record_id: string;
  readonly lead_id: string;
  readonly partner_id: string;
  readonly contact_id: string;
  readonly updated_at: Date;
}

/**
 * Stores requests on leads and deals of a partner, of its first contact if possible: made after the
 * last change of the record, one of them overdue, and one in each state but withdrawn.
 */
export async function seedRequests(
  tx: Db,
  { random, operatorId, now, owners }: Setting,
): Promise<void> {
  const [first] = owners;
  const { rows: records } = await sql<AskedRecord>`
    select * from (
      select 'lead' as record_type, id as record_id, id as lead_id, partner_id, contact_id, updated_at
      from leads where status in ('With Broker', 'Work in progress')
      union all
      select 'deal', d.id, l.id, d.partner_id, d.contact_id, d.updated_at
      from deals as d join leads as l on l.converted_deal_id = d.id
      where d.status in ('In Progress', 'Additional Info Required', 'Approved')
    ) as records
    where partner_id = ${first?.partnerId} and updated_at > ${toTime(now, 14 * dayMinutes)}
    order by contact_id = ${first?.contactId} desc, updated_at, record_id limit ${asked.length}`.execute(
    tx,
  );
  for (const [index, { updated_at: updatedAt, ...record }] of records.entries()) {
    const { dueAfter, steps, ...request } = asked[index] ?? asked[0];
    const age = (now.getTime() - updatedAt.getTime()) / 60_000;
    const at = toTime(now, age / 2);
    const id = random.id();
    const operator = { updated_by: operatorId, updated_via: 'operator' } as const;
    const owner = owners.find(({ contactId }) => contactId === record.contact_id);
    const partner = { updated_by: owner?.accountId ?? operatorId, updated_via: 'portal' } as const;
    const due = dueAfter && toTime(now, age / 2 - dueAfter * dayMinutes);
    const due_on = due && due.toISOString().slice(0, 10);
    const created = { id, due_on, created_at: at, created_by: operatorId, updated_at: at };
    await tx
      .insertInto('requests')
      .values({ ...record, ...request, ...created, ...operator })
      .execute();
    for (const [step, change] of steps.entries())
      await tx
        .updateTable('requests')
        .set({ ...change, ...(change.state === 'sent' ? partner : operator) })
        .set({ updated_at: toTime(now, age / (3 + step)), version: step + 2 })
        .where('id', '=', id)
        .execute();
  }
}
