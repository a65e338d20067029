import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { hasEmail } from '#server/db/emails.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';

/** Something that was done to a lead of the upstream service, which has accepted it. */
export interface NewUpstreamChange {
  readonly leadId: string;
  readonly kind: 'created' | 'changed' | 'attached';
  /** The changed values by field, in the shapes of responses. */
  readonly former?: object;
  readonly current?: object;
  /** The row of a bulk upload that became the lead. */
  readonly row?: { readonly uploadId: string; readonly number: number };
}

/** The actor of the change, and the way it was made. */
export interface UpstreamActor {
  readonly accountId: string;
  /** Empty: support. */
  readonly partnerId: string;
  readonly via: Exclude<ChangeSource, 'operator' | 'command'>;
}

/** Records what was done through the portal. A creation and a file are recorded once. */
export async function insertUpstreamChanges(
  db: Db,
  { accountId, partnerId, via }: UpstreamActor,
  changes: readonly NewUpstreamChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ leadId, kind, former = {}, current = {}, row }) => ({
    record_id: leadId,
    kind,
    account_id: accountId,
    partner_id: partnerId,
    via,
    former: storableJson(former),
    current: storableJson(current),
    upload_id: row?.uploadId ?? null,
    row_number: row?.number ?? null,
  }));
  await db
    .insertInto('upstream_changes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns JSON that the database can store: it has neither NUL characters nor half characters. */
function storableJson(value: object): string {
  // What `JSON.stringify` escapes as a surrogate has no other half.
  return JSON.stringify(value).replaceAll(/\\(?:\\|u0000|ud[89a-f][\da-f]{2})/g, (escape) =>
    escape === '\\\\' ? escape : '\uFFFD',
  );
}

/** An entry of the history of an upstream lead, with the account and the upload that made it. */
export type UpstreamChangeRow = Awaited<ReturnType<typeof listUpstreamChanges>>[number];

/**
 * Returns what was done to a lead through the portal, newest first. `id` is the number of the entry
 * in the history of its lead.
 */
export async function listUpstreamChanges(
  db: Db,
  { leadId, before, limit }: { leadId: string; before: number | null; limit: number },
) {
  const numbered = db
    .selectFrom('upstream_changes')
    .select(['id', sql<number>`row_number() over (order by id)`.as('number')])
    .where('record_id', '=', leadId);
  let query = db
    .selectFrom('upstream_changes as changes')
    .innerJoin(numbered.as('numbered'), 'numbered.id', 'changes.id')
    .leftJoin('accounts', 'accounts.id', 'changes.account_id')
    .leftJoin('bulk_uploads', (join) =>
      join.on(
        sql<boolean>`(bulk_uploads.id, bulk_uploads.partner_id) = (upload_id, changes.partner_id)`,
      ),
    )
    .select([
      'numbered.number as id',
      'changes.kind',
      'changes.at',
      'changes.via',
      'former',
      'current',
    ])
    .select(['changes.row_number', 'changes.account_id', 'accounts.name as account_name'])
    .select(['accounts.partner_id as account_partner_id', 'bulk_uploads.id as upload_id'])
    .select('bulk_uploads.file_name')
    .orderBy('changes.id', 'desc')
    .limit(limit);
  if (before !== null) query = query.where('number', '<', before);
  return query.execute();
}

/** Returns the number of values stored of a lead of the upstream service. */
export async function countUpstreamValues(db: Db, leadId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum((select count(*) from jsonb_object_keys(former || current))), 0)::integer as total
    from upstream_changes where record_id = ${leadId}`.execute(db);
  return rows[0]?.total ?? 0;
}

const contactNames = ['phone', 'secondaryPhone', 'email', 'secondaryEmail'];

/** Returns the phone numbers and email addresses stored of a lead of the upstream service. */
export async function listUpstreamContacts(db: Db, leadId: string): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select distinct contact from upstream_changes, unnest(${contactNames}::text[]) as name,
      unnest(array[former ->> name, current ->> name]) as contact
    where record_id = ${leadId} and contact <> ''`.execute(db);
  return rows.map(({ contact }) => contact);
}

/** Returns the ids of upstream leads that had this phone number or email address. */
export async function listUpstreamLeadsByContact(db: Db, contact: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct record_id as id from upstream_changes, unnest(${contactNames}::text[]) as name
    where ${hasEmail(sql`(former ->> name)`, contact)} or ${hasEmail(sql`(current ->> name)`, contact)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Removes all values stored of a lead of the upstream service, and records the erasure. */
export async function eraseUpstreamChanges(tx: Db, leadId: string): Promise<void> {
  await sql`select set_config('portal.erased_record', ${leadId}, true)`.execute(tx);
  await sql`
    update upstream_changes set former = '{}', current = '{}' where record_id = ${leadId}`.execute(
    tx,
  );
  await tx
    .insertInto('upstream_changes')
    .values({ record_id: leadId, partner_id: '', kind: 'erased', via: 'command' })
    .execute();
}
