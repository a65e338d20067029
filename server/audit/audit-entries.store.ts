import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { AuditFilter } from '#contract/portal/audit/audit.ts';
import { daysAgo } from '#contract/v1/list-parameters.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

/** An entry of the audit trail, with the names that its ids have now. */
export interface AuditRow extends Selectable<Tables['audit_entries']> {
  readonly actor_name: string | null;
  /** The partner of an account; null: support, or no account. */
  readonly actor_partner_id: string | null;
  readonly partner_name: string | null;
  readonly subject_name: string | null;
}

/** Which entries are listed: of a partner, or all; before an id; at most so many. */
export interface AuditPage extends Partial<AuditFilter> {
  readonly partnerId: string | null;
  readonly before: number | null;
  readonly limit: number;
}

/** Returns entries of the audit trail, newest first. */
export async function listAuditEntries(db: Db, page: AuditPage): Promise<AuditRow[]> {
  const { partnerId, before, limit, act = [], person = '', since = '', until = '' } = page;
  const conditions = [
    partnerId !== null && sql`e.partner_id = ${partnerId}`,
    before !== null && sql`e.id < ${before}`,
    act.length > 0 && sql`e.kind = any(${act}::text[])`,
    person !== '' && sql`${person} in (e.actor_id, e.subject_id)`,
    since !== '' && sql`e.at >= ${toMoment(since)}`,
    until !== '' && sql`e.at < ${toMoment(until)}`,
  ].filter((condition) => condition !== false);
  const { rows } = await sql<AuditRow>`
    select e.*, coalesce(a.name, k.name) as actor_name, a.partner_id as actor_partner_id,
      p.name as partner_name, s.name as subject_name
    from audit_entries e
      left join accounts a on e.actor_type = 'account' and a.id = e.actor_id
      left join operator_keys k on e.actor_type = 'operator-key' and k.id = e.actor_id
      left join accounts s on e.subject_type = 'account' and s.id = e.subject_id
      left join partners p on p.id = e.partner_id
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by e.id desc limit ${limit}`.execute(db);
  return rows;
}

function toMoment(text: string): RawBuilder<Date> {
  const days = daysAgo(text);
  return days === undefined
    ? sql<Date>`${text}::timestamptz`
    : sql<Date>`now() - make_interval(days => ${days})`;
}

/**
 * Returns at most 10,000 entries after an id, oldest first, for another system to store. Those of
 * the last minute are left for the next time: one with a smaller id may not be committed yet.
 */
export async function readEntriesAfter(db: Db, id: number) {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'chain', 'position', 'at', 'kind', 'actor_type', 'actor_id', 'partner_id'])
    .select(['subject_type', 'subject_id', 'details', 'origin'])
    .where('id', '>', id)
    .where('at', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('id')
    .limit(10_000)
    .execute();
}

/** Returns the people of a partner, or everybody, by name; disabled accounts too. */
export async function listAuditedPeople(db: Db, partnerId: string | null) {
  let query = db.selectFrom('accounts').select(['id', 'name']).orderBy('name').orderBy('id');
  if (partnerId !== null) query = query.where('partner_id', '=', partnerId);
  return query.limit(5_000).execute();
}
