import type { Db } from '#server/db/connect.ts';

import type { Setting } from './demo-records.ts';

/** What is asked for on the latest leads of each partner; with the days until it is due. */
const asked = [
  {
    kind: 'document',
    document_type: 'Bank Statements',
    text: 'Please send the statements of the last three months.',
    dueInDays: -2,
  },
  { kind: 'question', text: 'Since when has your client traded from here?', dueInDays: 3 },
  {
    kind: 'correction',
    field_names: ['firstName', 'lastName'],
    text: 'The name differs from the one on the ID. Please correct it.',
    dueInDays: null,
  },
] as const;
const dayMs = 24 * 60 * 60_000;

/** Stores requests on leads of a partner, each since half of the time since its last change. */
export async function seedRequests(
  tx: Db,
  { random, operatorId, now }: Setting,
  partnerId: string,
): Promise<void> {
  const leads = await tx
    .selectFrom('leads')
    .select(['id', 'partner_id', 'contact_id', 'updated_at'])
    .where('partner_id', '=', partnerId)
    .where('status', 'in', ['With Broker', 'Work in progress'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(asked.length)
    .execute();
  for (const [index, { id, updated_at: updatedAt, ...owner }] of leads.entries()) {
    const { dueInDays, ...request } = asked[index] ?? asked[0];
    const at = new Date((updatedAt.getTime() + now.getTime()) / 2);
    const due = dueInDays === null ? null : new Date(now.getTime() + dueInDays * dayMs);
    await tx
      .insertInto('requests')
      .values({
        ...owner,
        ...request,
        id: random.id(),
        record_type: 'lead',
        record_id: id,
        lead_id: id,
        due_on: due && due.toISOString().slice(0, 10),
        created_at: at,
        created_by: operatorId,
        updated_at: at,
        updated_by: operatorId,
        updated_via: 'operator',
      })
      .execute();
  }
}
