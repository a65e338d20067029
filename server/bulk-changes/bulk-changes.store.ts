import { type Selectable, sql } from 'kysely';

import { undoPeriodMs } from '#contract/portal/bulk-changes.ts';
import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import type { Tables } from '#server/db/schema.ts';

/** A bulk change with the name of the contact. */
export interface BulkChangeRow extends Selectable<Tables['bulk_changes']> {
  readonly contact_name: string | null;
}

const undoPeriod = `${undoPeriodMs / 60_000} minutes`;
/** Until when a change is counted with each of its leads. */
const retention = '30 days';
/** After this time no process of the version before works on a change any more. */
const abandonedAfter = '1 hour';

const select = (db: Db) =>
  db
    .selectFrom('bulk_changes')
    .leftJoin('contacts', 'contacts.id', 'bulk_changes.contact_id')
    .selectAll('bulk_changes')
    .select(
      sql<string | null>`trim(contacts.first_name || ' ' || contacts.last_name)`.as('contact_name'),
    );

/** Returns a change of any author by id. */
export async function findBulkChange(db: Db, id: string): Promise<BulkChangeRow | undefined> {
  return select(db).where('bulk_changes.id', '=', id).executeTakeFirst();
}

/** Returns a change as {@link findBulkChange}, locked until the transaction ends. */
export async function lockBulkChange(tx: Db, id: string): Promise<BulkChangeRow | undefined> {
  await sql`select from bulk_changes where id = ${id} for update`.execute(tx);
  return findBulkChange(tx, id);
}

/** Returns the changes of an account that can still be undone, newest first. */
export async function listUndoable(db: Db, accountId: string): Promise<BulkChangeRow[]> {
  return select(db)
    .where('account_id', '=', accountId)
    .where('state', '=', 'applied')
    .where('changed', '>', 0)
    .where('ended_at', '>', ago(undoPeriod))
    .orderBy('ended_at', 'desc')
    .orderBy('bulk_changes.id')
    .limit(50)
    .execute();
}

/** Deletes the data for undoing changes once they are too old, and changes after 30 days. */
export async function deleteOldBulkChanges(db: Db): Promise<void> {
  await sql`
    delete from bulk_change_leads as l using bulk_changes as c
    where (c.id, c.partner_id) = (l.change_id, l.partner_id) and c.ended_at < ${ago(undoPeriod)}
      and c.state in ('applied', 'undone')`.execute(db);
  await sql`
    update bulk_changes set note = '' where note <> '' and ended_at < ${ago(undoPeriod)}
      and state in ('applied', 'undone')`.execute(db);
  // From the version before: a prepared change that was not applied changed nothing.
  await sql`
    delete from bulk_changes where created_at < ${ago(retention)} and state in ('applied', 'undone')
      or created_at < ${ago(abandonedAfter)} and state = 'prepared'`.execute(db);
}

/** A change that the version before did not complete, and how many leads it left. */
export interface AbandonedChange {
  readonly id: string;
  readonly account_id: string;
  readonly partner_id: string;
  readonly kind: BulkChangeRow['kind'];
  readonly changed: number;
  readonly left: number;
}

/**
 * Ends the changes that the version before made in batches and has not completed: changed leads can
 * be undone from now on, and the others count as rejected. Returns the changes.
 */
export async function endAbandoned(db: Db): Promise<AbandonedChange[]> {
  const { rows } = await sql<AbandonedChange>`
    with found as (
      select id, partner_id, state, pending, changed from bulk_changes
      where state in ('applying', 'undoing') and created_at < ${ago(abandonedAfter)}
      order by id for update skip locked)
    update bulk_changes as c set
      state = case when found.state = 'applying' then 'applied' else 'undone' end,
      rejected = c.rejected + c.pending, pending = 0,
      superseded = c.superseded + case when found.state = 'undoing' then c.changed else 0 end,
      changed = case when found.state = 'undoing' then 0 else c.changed end,
      ended_at = now()
    from found where (c.id, c.partner_id) = (found.id, found.partner_id)
    returning c.id, c.account_id, c.partner_id, c.kind,
      case when found.state = 'applying' then found.changed else c.undone end as changed,
      case when found.state = 'applying' then found.pending else found.changed end as left`.execute(
    db,
  );
  return rows;
}
