import { type Selectable, sql } from 'kysely';

import { hashToken, newToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

/** A link for a client, without its token, which is not stored. */
export type UploadLinkRow = Selectable<Tables['upload_links']>;

type NewLink = Omit<UploadLinkRow, 'id' | 'token_hash'>;

/** Stores a link, in place of the former one of its request. Returns it with its token. */
export async function replaceUploadLink(tx: Db, link: NewLink) {
  const token = newToken();
  const row = { ...link, id: newId(), token_hash: hashToken(token) };
  await tx
    .insertInto('upload_links')
    .values(row)
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(row))
    .execute();
  return { row, token };
}

/**
 * Whether a link still works at a moment: its request has not ended, and whoever made it can still
 * sign in and still reads the request and the lead.
 */
const isWorking = (now: Date) => sql<boolean>`(upload_links.expires_at > ${now} and exists (
  select from requests as r
    join leads as l on (l.id, l.partner_id) = (r.lead_id, r.partner_id)
    join accounts as a on a.id = upload_links.account_id
  where (r.id, r.partner_id) = (upload_links.request_id, upload_links.partner_id)
    and r.state in ('open', 'sent', 'returned')
    and a.disabled_at is null and a.partner_id = r.partner_id
    and (a.role = 'partner-admin' or (a.contact_id, a.contact_id) = (r.contact_id, l.contact_id))))`;

/** Returns the link of a request that still works at a moment. */
export async function findLinkOfRequest(
  db: Db,
  requestId: string,
  now: Date,
): Promise<UploadLinkRow | undefined> {
  return db
    .selectFrom('upload_links')
    .selectAll()
    .where('request_id', '=', requestId)
    .where(isWorking(now))
    .executeTakeFirst();
}

/** Returns the link with a token that still works at a moment. */
export async function findLinkByToken(
  db: Db,
  token: string,
  now: Date,
): Promise<UploadLinkRow | undefined> {
  return db
    .selectFrom('upload_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where(isWorking(now))
    .executeTakeFirst();
}

/** Deletes the link of a request. Returns whether there was one. */
export async function deleteUploadLink(tx: Db, requestId: string): Promise<boolean> {
  const deleted = tx.deleteFrom('upload_links').where('request_id', '=', requestId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the links by which files of a lead are sent. */
export async function deleteLinksOfLead(tx: Db, leadId: string): Promise<void> {
  await tx.deleteFrom('upload_links').where('lead_id', '=', leadId).execute();
}

/** Deletes the links that have expired. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('upload_links').where('expires_at', '<', now).execute();
}

/** Returns what a client may read of a link: who asks for what. */
export async function readRequested(
  db: Db,
  { request_id: id, partner_id: partnerId }: UploadLinkRow,
) {
  return db
    .selectFrom('requests')
    .innerJoin('partners', 'partners.id', 'requests.partner_id')
    .select(['partners.name as partnerName', 'requests.text', 'requests.document_type as type'])
    .where('requests.id', '=', id)
    .where('requests.partner_id', '=', partnerId)
    .executeTakeFirstOrThrow();
}
