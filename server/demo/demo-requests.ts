import type { Db } from '#server/db/connect.ts';

import { type Setting, toTime } from './demo-records.ts';

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
const dayMinutes = 24 * 60;

/** Stores requests on leads of a partner, each since half of the time since its last change. */
export async function seedRequests(tx: Db, setting: Setting): Promise<void> {
  const { random, operatorId, now, owners } = setting;
  const leads = await tx
    .selectFrom('leads')
    .select(['id', 'partner_id', 'contact_id', 'updated_at'])
    .where('partner_id', '=', owners[0]?.partnerId ?? '')
    .where('status', 'in', ['With Broker', 'Work in progress'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(asked.length)
    .execute();
  const rows = leads.map(({ id, updated_at: updatedAt, ...owner }, index) => {
    const { dueInDays, ...request } = asked[index] ?? asked[0];
    const at = new Date((updatedAt.getTime() + now.getTime()) / 2);
    return {
      ...owner,
      ...request,
      id: random.id(),
      record_type: 'lead' as const,
      record_id: id,
      lead_id: id,
      due_on:
        dueInDays &&
        toTime(now, -dueInDays * dayMinutes)
          .toISOString()
          .slice(0, 10),
      created_at: at,
      created_by: operatorId,
      updated_at: at,
      updated_by: operatorId,
      updated_via: 'operator' as const,
    };
  });
  await tx.insertInto('requests').values(rows).execute();
}
