import { type Selectable, sql } from 'kysely';

import {
  type Change,
  changeOutcomes,
  type ChangeOutcome,
  undoPeriodMs,
} from '#contract/portal/bulk-changes.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import type { Tables } from '#server/db/schema.ts';

/** A bulk change with the names of the person and of the contact. */
export interface BulkChangeRow extends Selectable<Tables['bulk_changes']> {
  readonly account_name: string;
  readonly account_partner_id: string | null;
  readonly contact_name: string | null;
}

/** The maximum number of changes listed. */
const maxListed = 50;

/** The maximum number of prepared changes of one account. */
export const maxPrepared = 10;

/** Until when changes are stored: those that were only prepared, and all others. */
const retention = { prepared: '1 hour', applied: '30 days' };

const select = (db: Db) =>
  db
    .selectFrom('bulk_changes')
    .innerJoin('accounts', 'accounts.id', 'bulk_changes.account_id')
    .leftJoin('contacts', 'contacts.id', 'bulk_changes.contact_id')
    .selectAll('bulk_changes')
    .select([
      'accounts.name as account_name',
      'accounts.partner_id as account_partner_id',
      sql<string | null>`trim(contacts.first_name || ' ' || contacts.last_name)`.as('contact_name'),
    ]);

/**
 * Stores a new change without leads. Of too many prepared changes, the oldest are deleted, but for
 * those that another request is deleting or applying: none waits for the other.
 */
export async function insertBulkChange(
  tx: Db,
  { accountId, partnerId }: Pick<ContactCaller, 'accountId' | 'partnerId'>,
  { id, change }: { id: string; change: Change },
): Promise<void> {
  await sql`
    with oldest as (
      select id from bulk_changes where account_id = ${accountId} and state = 'prepared'
      order by created_at desc, id offset ${maxPrepared - 1}),
    free as (
      select id from bulk_changes where id in (select id from oldest) and state = 'prepared'
      order by id for update skip locked)
    delete from bulk_changes where id in (select id from free)`.execute(tx);
  await tx
    .insertInto('bulk_changes')
    .values({
      id,
      account_id: accountId,
      partner_id: partnerId,
      kind: change.kind,
      contact_id: change.kind === 'reassign' ? change.brokerRepId : null,
      note: change.kind === 'add-note' ? change.note : null,
    })
    .execute();
}

/** Returns a change by id, whoever made it. */
export async function findBulkChange(db: Db, id: string): Promise<BulkChangeRow | undefined> {
  return select(db).where('bulk_changes.id', '=', id).executeTakeFirst();
}

/** Returns a change as {@link findBulkChange}, locked until the transaction ends. */
export async function lockBulkChange(tx: Db, id: string): Promise<BulkChangeRow | undefined> {
  await sql`select from bulk_changes where id = ${id} for update`.execute(tx);
  return findBulkChange(tx, id);
}

/**
 * Returns the latest changes that were applied and that the caller may read: the caller’s own,
 * and those of the partner for its admin.
 */
export async function listBulkChanges(db: Db, caller: ContactCaller): Promise<BulkChangeRow[]> {
  const made = select(db).where('state', '<>', 'prepared');
  const readable =
    caller.role === 'partner-admin'
      ? made.where('accounts.partner_id', '=', caller.partnerId)
      : made.where('account_id', '=', caller.accountId);
  return readable
    .orderBy('bulk_changes.created_at', 'desc')
    .orderBy('bulk_changes.id')
    .limit(maxListed)
    .execute();
}

/** Stores that the leads of a change are to be changed, or to be as before. */
export async function startWork(tx: Db, id: string, state: 'applying' | 'undoing'): Promise<void> {
  await tx.updateTable('bulk_changes').set({ state }).where('id', '=', id).execute();
}

/** Stores that all leads of a change are done. */
export async function endWork(tx: Db, id: string, state: 'applied' | 'undone'): Promise<void> {
  const endedAt = state === 'applied' ? sql`now()` : sql`ended_at`;
  await sql`update bulk_changes set state = ${state}, ended_at = ${endedAt} where id = ${id}`.execute(
    tx,
  );
}

/** Returns the ids of changes whose leads are not all done. */
export async function unfinishedChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bulk_changes where state in ('applying', 'undoing') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts a failed batch of a change whose leads are not all done. Returns how many in a row. */
export async function countFailedAttempt(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ failed_attempts: number }>`
    update bulk_changes set failed_attempts = failed_attempts + 1
    where id = ${id} and state in ('applying', 'undoing') returning failed_attempts`.execute(db);
  return rows[0]?.failed_attempts ?? 0;
}

/** A change that is worked on, with what its account is by now. */
export interface WorkedOnChange extends Selectable<Tables['bulk_changes']> {
  readonly role: Tables['accounts']['role'];
  readonly account_partner: string | null;
  readonly account_contact: string | null;
  readonly disabled_at: Date | null;
}

/**
 * Returns a change whose leads are not all done, locked until the transaction ends; undefined if
 * there is none, or if another process works on it.
 */
export async function lockUnfinished(tx: Db, id: string): Promise<WorkedOnChange | undefined> {
  const { rows } = await sql<WorkedOnChange>`
    select bulk_changes.*, accounts.role, accounts.partner_id as account_partner,
      accounts.contact_id as account_contact, accounts.disabled_at
    from bulk_changes join accounts on accounts.id = account_id
    where bulk_changes.id = ${id} and state in ('applying', 'undoing')
    for update of bulk_changes skip locked`.execute(tx);
  return rows[0];
}

/** How many leads more have each outcome. */
export type OutcomeChanges = Partial<Record<ChangeOutcome, number>>;

/** Adds to the numbers of leads by outcome: work on the change has not failed this time. */
export async function addToOutcomes(tx: Db, id: string, more: OutcomeChanges): Promise<void> {
  const added = changeOutcomes.map(
    (outcome) => sql`${sql.ref(outcome)} = ${sql.ref(outcome)} + ${more[outcome] ?? 0}`,
  );
  await sql`update bulk_changes set failed_attempts = 0, ${sql.join(added)}
    where id = ${id}`.execute(tx);
}

/** Returns until when a change can be undone; null if it cannot be, or not yet. */
export function undoUntil({ state, changed, ended_at: at }: BulkChangeRow): Date | null {
  return state === 'applied' && changed > 0 && at ? new Date(at.getTime() + undoPeriodMs) : null;
}

/** Deletes changes that were prepared and not applied for an hour, and all others after 30 days. */
export async function deleteOldBulkChanges(db: Db): Promise<void> {
  for (const [name, period] of Object.entries(retention)) {
    const states = name === 'prepared' ? ['prepared' as const] : (['applied', 'undone'] as const);
    await db
      .deleteFrom('bulk_changes')
      .where('state', 'in', states)
      .where('created_at', '<', ago(period))
      .execute();
  }
}
