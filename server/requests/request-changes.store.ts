import { type Insertable, sql, type Updateable } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

import type { RequestRow } from './requests.store.ts';

/** Stores a new request by a key of the operator, and returns its id. */
export async function insertRequest(
  tx: Db,
  request: Omit<Insertable<Tables['requests']>, 'id' | 'created_by' | 'updated_by' | 'updated_via'>,
  keyId: string,
): Promise<string> {
  const id = newId();
  const by = { created_by: keyId, updated_by: keyId, updated_via: 'operator' } as const;
  await tx
    .insertInto('requests')
    .values({ ...request, ...by, id })
    .execute();
  return id;
}

/** Stores a change of a request, by default of now; the database records it in the history. */
export async function updateRequest(tx: Db, id: string, change: Updateable<Tables['requests']>) {
  await tx
    .updateTable('requests')
    .set({ updated_at: sql<Date>`write_time()`, ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Returns the types of those of some files that are attached to the lead of a request. */
export async function listTypes(
  db: Db,
  { lead_id: leadId }: RequestRow,
  fileIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from attachments where lead_id = ${leadId} and id = any(${fileIds})`.execute(db);
  return rows.map(({ type }) => type);
}

/** Returns whether a document was sent with a file alone, and no sent file is left. */
export async function hasEmptyAnswer(db: Db, leadId: string): Promise<boolean> {
  const { rows } = await sql`
    select from requests as r where lead_id = ${leadId} and kind = 'document' and state = 'sent' and answer = ''
      and not exists (select from request_files as f where f.request_id = r.id and f.partner_id = r.partner_id and not f.is_unsent) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores that files are for a request: the partner has sent them, or the client, who is unsent. */
export async function addRequestFiles(
  tx: Db,
  { id: request_id, partner_id }: Pick<RequestRow, 'id' | 'partner_id'>,
  attachmentIds: readonly string[],
  is_unsent = false,
): Promise<void> {
  await tx
    .insertInto('request_files')
    .values(
      attachmentIds.map((attachment_id) => ({ request_id, attachment_id, partner_id, is_unsent })),
    )
    .execute();
}

/** Stores that what the client has sent for a request is sent to the lender. */
export async function markFilesSent(
  tx: Db,
  { id }: RequestRow,
  attachmentIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('request_files')
    .set({ is_unsent: false })
    .where('request_id', '=', id)
    .where('attachment_id', 'in', attachmentIds)
    .execute();
}

/** Returns whether the partner has changed a named field since the request’s last change. */
export async function isCorrected(
  db: Db,
  { lead_id: leadId, field_names: names, updated_at: since }: RequestRow,
): Promise<boolean> {
  const { rows } = await sql`
    select from changes where record_id = ${leadId} and kind = 'changed' and at >= ${since}
      and via <> 'operator' and current ?| ${names}::text[] limit 1`.execute(db);
  return rows.length > 0;
}

/** Empties the texts of all requests on a lead or deal. */
export async function eraseRequestTexts(tx: Db, recordId: string): Promise<void> {
  const empty = { text: '', answer: '', reason: '' };
  await tx.updateTable('requests').set(empty).where('record_id', '=', recordId).execute();
}

/** Returns the ids of requests on some leads or deals that have a text. */
export async function listWithText(
  db: Db,
  recordIds: readonly (string | null)[],
): Promise<readonly { readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from requests
    where record_id = any(${recordIds}) and text || answer || reason <> ''`.execute(db);
  return rows;
}
