import { sql, type Updateable } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import type { StoredFields } from '#server/records/lead-values.ts';
import { changedByOperator } from '#server/records/record.store.ts';
import type { Scope } from '#server/records/records.policy.ts';

import { leadSearchText } from './leads.rules.ts';

const text = <Name extends string>(name: Name) =>
  sql<string>`coalesce(fields ->> ${sql.lit(name)}, '')`.as(name);

/** Returns the newest lead within a scope that became a deal. */
export async function findLeadOfDeal(db: Db, dealId: string, scope: Scope) {
  return (await findLeadsOfDeals(db, [dealId], scope)).get(dealId);
}

/** Returns the newest leads within a scope that became deals, by the ids of the deals. */
export async function findLeadsOfDeals(db: Db, dealIds: readonly string[], scope: Scope) {
  let query = db
    .selectFrom('leads')
    .distinctOn('converted_deal_id')
    .select([
      'converted_deal_id as dealId',
      'id',
      text('firstName'),
      text('lastName'),
      text('companyName'),
      text('phone'),
      text('email'),
    ])
    .where('converted_deal_id', '=', sql<string>`any(${dealIds})`)
    .orderBy('converted_deal_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if ('contactId' in scope) query = query.where('contact_id', '=', scope.contactId);
  if ('partnerId' in scope) query = query.where('partner_id', '=', scope.partnerId);
  const rows = await query.execute();
  return new Map(rows.map(({ dealId, ...lead }) => [dealId ?? '', lead]));
}

/** Stores a lead’s changed fields and owner, and increments the lead’s version. */
export async function updateLead(
  db: Db,
  id: string,
  change: Updateable<Tables['leads']> & { readonly fields: StoredFields },
): Promise<void> {
  await db
    .updateTable('leads')
    .set({
      ...change,
      search: leadSearchText(change.fields),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Stores a change by a key of the operator, and increments the lead’s version. */
export async function updateLeadState(
  db: Db,
  id: string,
  change: Updateable<Tables['leads']>,
  keyId: string,
): Promise<void> {
  await db
    .updateTable('leads')
    .set({ ...change, ...changedByOperator(keyId) })
    .where('id', '=', id)
    .execute();
}
