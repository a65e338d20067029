import { sql } from 'kysely';

import type { RecordCounts } from '#contract/portal/home.ts';
import { finalStatuses } from '#server/config/retention-config.ts';
import type { Db } from '#server/db/connect.ts';

/** The name of somebody whose account was erased, in history, lists and the audit trail. */
const erasedName = { first_name: 'Former', last_name: 'user' } as const;

/** Erases who has an account, and disables it. */
export async function anonymiseAccount(tx: Db, id: string, email: string): Promise<void> {
  const name = Object.values(erasedName).join(' ');
  const disabled_at = sql<Date>`coalesce(disabled_at, now())`;
  const account = tx.updateTable('accounts').where('id', '=', id);
  await account
    .set({ name, email, password_hash: null, manages_accounts: false, disabled_at })
    .execute();
}

/** Erases what an account left in rows that stay: own views, queries of exports, addresses. */
export async function eraseTraces(tx: Db, id: string): Promise<void> {
  // Shared views are the partner’s.
  const views = tx.deleteFrom('views').where('account_id', '=', id);
  await views.where('partner_id', 'is', null).execute();
  const exported = tx.updateTable('exports').set({ query: null, ids: null });
  await exported.where('account_id', '=', id).execute();
  await sql`update audit_entries set origin = null where origin is not null
    and (actor_id = ${id} or actor_type in ('unknown', 'service') and subject_id = ${id})`.execute(
    tx,
  );
}

/** Erases who a contact is, in its row and its history. */
export async function anonymiseContact(tx: Db, id: string, email: string): Promise<void> {
  const by = { updated_at: sql<Date>`now()`, updated_by: null, updated_via: 'command' } as const;
  const contact = tx.updateTable('contacts').where('id', '=', id);
  await contact.set({ ...erasedName, email, ...by }).execute();
  await sql`select set_config('portal.erased_record', ${id}, true)`.execute(tx);
  const names = ['firstName', 'lastName', 'email'];
  await sql`update partner_changes set former = former - ${names}::text[], current = current - ${names}::text[]
    where record_id = ${id}`.execute(tx);
}

/** Returns how many open leads and deals a contact has, which somebody has to take over. */
export async function countOpenRecords(tx: Db, contactId: string): Promise<RecordCounts> {
  const { rows } = await sql<RecordCounts>`
    select (select count(*) from leads where contact_id = ${contactId} and converted_deal_id is null
        and not (status = any(${finalStatuses}) or sub_status = any(${finalStatuses})))::integer as leads,
      (select count(*) from deals where contact_id = ${contactId}
        and not status = any(${finalStatuses}))::integer as deals`.execute(tx);
  return rows[0] ?? { leads: 0, deals: 0 };
}
