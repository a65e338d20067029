import { randomBytes } from 'node:crypto';

import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { AuditAction, AuditFilter } from '#contract/portal/audit/audit.ts';
import { daysAgo } from '#contract/v1/list-parameters.ts';
import { findRecordType, listsByType } from '#contract/v1/record-types.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

/** An action to record. Nothing in it but the address may be personal: it can’t be erased. */
export interface RecordedAction extends Origin {
  readonly action: AuditAction;
  readonly subject?: { readonly type: string; readonly id: string };
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Adds an entry to the audit trail, in the transaction of the action and as its last statement:
 * until the transaction ends, others of the same partner wait with theirs.
 */
export async function recordAction(db: Db, recorded: RecordedAction): Promise<void> {
  const { action, actor, partnerId, address, subject, details = {} } = recorded;
  await db
    .insertInto('audit_entries')
    .values({
      kind: action,
      actor_type: actor.type,
      actor_id: actor.id,
      // Actions of the operator’s programs belong to the operator: partners see them in history.
      partner_id: actor.type === 'operator-key' ? null : (partnerId ?? selectPartner(subject)),
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      details: JSON.stringify(details),
      // With a salt, so that the hash does not reveal the address.
      origin: address && JSON.stringify({ address, salt: randomBytes(16).toString('hex') }),
    })
    .execute();
}

/** SQL for the partner of an action’s subject; null for a subject without one. */
function selectPartner(subject: RecordedAction['subject']) {
  if (subject === undefined) return null;
  const { type, id } = subject;
  const recordType = findRecordType(type);
  if (recordType) {
    const table = sql.table(listsByType[recordType]);
    return sql<string>`(select partner_id from ${table} where id = ${id})`;
  }
  if (type === 'account') return sql<string>`(select partner_id from accounts where id = ${id})`;
  if (type === 'contact') return sql<string>`(select partner_id from contacts where id = ${id})`;
  if (type === 'attachment')
    return sql<string>`(select lead_partner_id from attachments where id = ${id})`;
  return null;
}

/**
 * Deletes the entries from before a moment, each chain in a transaction of its own. The database
 * records in the same transaction how many and up to where (`delete_audit_entries`).
 */
export async function deleteOldEntries(db: Db, before: Date): Promise<void> {
  const { rows } = await sql<{ chain: string }>`
    select distinct chain from audit_entries where at < ${before} order by chain desc`.execute(db);
  for (const { chain } of rows)
    await sql`select delete_audit_entries(${chain}, ${before})`.execute(db);
}

/** An entry of the audit trail, with the names that its ids have now. */
export interface AuditRow extends Selectable<Tables['audit_entries']> {
  readonly actor_name: string | null;
  /** The partner of an account; null: support, or no account. */
  readonly actor_partner_id: string | null;
  readonly partner_name: string | null;
  readonly subject_name: string | null;
}

/** The entries that a reader may read: of a partner, or all; or only those of one account. */
export interface ReadableEntries {
  readonly partnerId: string | null;
  readonly doneBy?: string;
}

/** The entries to list: readable ones before an id, at most so many. */
export interface AuditPage extends Partial<AuditFilter>, ReadableEntries {
  readonly before: number | null;
  readonly limit: number;
}

/** Returns entries of the audit trail, newest first. */
export async function listAuditEntries(db: Db, page: AuditPage): Promise<AuditRow[]> {
  const { partnerId, doneBy, before, limit } = page;
  const { act = [], person = '', since = '', until = '' } = page;
  const conditions = [
    partnerId !== null && sql`e.partner_id = ${partnerId}`,
    before !== null && sql`e.id < ${before}`,
    doneBy !== undefined && sql`(e.actor_type, e.actor_id) = ('account', ${doneBy})`,
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
      left join keys k on e.actor_type = 'operator-key' and k.id = e.actor_id
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
    : sql<Date>`now() - make_interval(hours => 24 * ${days}::integer)`;
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

/** Returns the people whose entries may be read, by name; disabled accounts too. */
export async function listAuditedPeople(db: Db, { partnerId, doneBy }: ReadableEntries) {
  let query = db.selectFrom('accounts').select(['id', 'name']).orderBy('name').orderBy('id');
  if (partnerId !== null) query = query.where('partner_id', '=', partnerId);
  if (doneBy !== undefined) query = query.where('id', '=', doneBy);
  return query.limit(5_000).execute();
}
