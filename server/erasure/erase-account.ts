import { sql } from 'kysely';

import { lockManagers } from '#server/accounts/accounts.store.ts';
import { deleteFailures } from '#server/accounts/failed-attempts.store.ts';
import { byCommand, recordAct } from '#server/audit/audit.store.ts';
import { finalStatuses } from '#server/config/retention-config.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { countOtherManagers } from '#server/managed-accounts/managed-accounts.store.ts';

import { deleteOwnRows } from './personal-data.store.ts';

/** The name of somebody whose account was erased, in history, lists and the audit trail. */
const erasedName = { first_name: 'Former', last_name: 'user' } as const;

/** Somebody with an account: `contactId` is null of support, `id` of a contact without one. */
export interface ErasedPerson {
  readonly id: string | null;
  readonly contactId: string | null;
}

/**
 * Asserts that nothing has to be handed over before somebody is erased, in a transaction. Others
 * are signed in by the identity provider of `issuer` alone.
 * @throws ExplainedError
 */
export async function assertErasable(tx: Db, { id, contactId }: ErasedPerson, issuer = '') {
  // Of two managers who are erased at the same time, one remains. A sign-in of theirs waits.
  await lockManagers(tx, id ?? '');
  if (contactId !== null) await assertHandedOver(tx, contactId);
  if (id !== null) await assertManaged(tx, id, issuer);
}

/**
 * Erases somebody with an account, or a contact without one, in a transaction: who they are, what
 * they sign in by, their settings, drafts and own views. Leads, deals, uploads and views of the
 * partner stay, and say "Former user". Of the audit trail the addresses go, which its hashes allow.
 */
export async function eraseAccount(tx: Db, { id, contactId }: ErasedPerson): Promise<void> {
  const email = `former-${id ?? contactId}@erased.invalid`;
  if (id !== null) {
    await eraseOwnRows(tx, id);
    const name = Object.values(erasedName).join(' ');
    const disabled_at = sql<Date>`coalesce(disabled_at, now())`;
    const account = tx.updateTable('accounts').where('id', '=', id);
    await account
      .set({ name, email, password_hash: null, manages_accounts: false, disabled_at })
      .execute();
  }
  if (contactId !== null) await eraseContact(tx, contactId, email);
  const [type, subject] = id === null ? ['contact', contactId] : ['account', id];
  await recordAct(tx, { ...byCommand, act: 'data-erased', subject: { type, id: subject ?? '' } });
}

async function eraseOwnRows(tx: Db, id: string): Promise<void> {
  await deleteFailures(tx, id);
  await deleteOwnRows(tx, id);
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

async function eraseContact(tx: Db, id: string, email: string): Promise<void> {
  const by = { updated_at: sql<Date>`now()`, updated_by: null, updated_via: 'command' } as const;
  const contact = tx.updateTable('contacts').where('id', '=', id);
  await contact.set({ ...erasedName, email, ...by }).execute();
  await sql`select set_config('portal.erased_record', ${id}, true)`.execute(tx);
  const names = ['firstName', 'lastName', 'email'];
  await sql`update partner_changes set former = former - ${names}::text[], current = current - ${names}::text[]
    where record_id = ${id}`.execute(tx);
}

/** Asserts that a contact has no lead or deal that somebody has to go on with. */
async function assertHandedOver(tx: Db, contactId: string): Promise<void> {
  const { rows } = await sql<{ leads: number; deals: number }>`
    select (select count(*) from leads where contact_id = ${contactId} and converted_deal_id is null
        and not (status = any(${finalStatuses}) or sub_status = any(${finalStatuses})))::integer as leads,
      (select count(*) from deals where contact_id = ${contactId}
        and not status = any(${finalStatuses}))::integer as deals`.execute(tx);
  const { leads, deals } = rows[0] ?? { leads: 0, deals: 0 };
  if (leads + deals > 0)
    throw new ExplainedError(
      `Nothing has been erased: this person has open leads (${leads}) and deals (${deals}). First reassign the leads: select them in the list as a partner admin. Deals follow their lead; others get another brokerRepId by /operator/v1/deals.`,
    );
}

/** Asserts that others of the same partner, or of support, have somebody else who manages them. */
async function assertManaged(tx: Db, id: string, issuer: string): Promise<void> {
  const { others, managers } = (await countOtherManagers(tx, id, issuer)) ?? { others: 0 };
  if (others > 0 && managers === 0)
    throw new ExplainedError(
      'Nothing has been erased: nobody else manages the accounts of their colleagues. First make another active person a partner admin under People; of support, run: npm run account -- manage --email <email>',
    );
}
