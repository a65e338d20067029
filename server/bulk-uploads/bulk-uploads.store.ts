import { type Insertable, type Selectable, sql } from 'kysely';

import { uploadLimits, type UploadState } from '#contract/bulk-upload/bulk-uploads.ts';
import { mapValues } from '#contract/typed-objects.ts';
import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import { newId } from '#server/db/ids.ts';
import { type PageNumber, readNumberedPage } from '#server/db/pages.ts';
import type { Tables } from '#server/db/schema.ts';

import type { RowCounts } from './bulk-uploads.rules.ts';

/**
 * An upload with the name of the person who created it. Choices are read separately, because they
 * can be megabytes, and so are the times of its leads.
 */
export type UploadRow = Omit<Selectable<Tables['bulk_uploads']>, 'choices' | 'lead_times'> & {
  readonly creator: string;
};

const uploadColumns = [
  'bulk_uploads.id',
  'bulk_uploads.partner_id',
  'content_hash',
  'file_name',
  'size',
  'state',
  'read',
  'submitted',
  'rejected',
  'left_out',
  'blank',
  'unknown',
  'bulk_uploads.created_at',
  'created_by',
  'last_sent_at',
  'ended_at',
  'touched_at',
  'is_emptied',
  'accounts.name as creator',
] as const;

function uploads(db: Db) {
  return db
    .selectFrom('bulk_uploads')
    .innerJoin('accounts', 'accounts.id', 'bulk_uploads.created_by')
    .select(uploadColumns);
}

export type NewUpload = Omit<Insertable<Tables['bulk_uploads']>, 'id'>;

/** Returns the upload of a file by its content; undefined if there is none yet. */
export async function findUploadOfFile(
  db: Db,
  { partner_id: partnerId, content_hash: contentHash }: NewUpload,
): Promise<UploadRow | undefined> {
  return uploads(db)
    .where('bulk_uploads.partner_id', '=', partnerId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
}

/** Stores the upload of a file, or that it was opened again. */
export async function saveUpload(tx: Db, upload: NewUpload): Promise<void> {
  await tx
    .insertInto('bulk_uploads')
    .values({ id: newId(), ...upload })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'content_hash'])
        // The first person to open the file may have sent another size.
        .doUpdateSet({ touched_at: sql<Date>`now()`, size: upload.size }),
    )
    .execute();
}

/** How many new files an account opened lately, and in how many seconds the first is a day old. */
export interface RecentFiles {
  readonly files: number;
  readonly seconds: number;
}

/** Returns how many new files an account opened within a day, at most as many as it may. */
export async function countRecentFiles(
  tx: Db,
  { partner_id: partnerId, created_by: accountId }: NewUpload,
): Promise<RecentFiles> {
  const { rows } = await sql<RecentFiles>`
    select count(*)::integer as files,
      extract(epoch from min(created_at) + interval '1 day' - now())::float8 as seconds
    from (select created_at from bulk_uploads
      where partner_id = ${partnerId} and created_by = ${accountId}
        and created_at > now() - interval '1 day'
      order by created_at desc limit ${uploadLimits.filesPerDay}) as recent`.execute(tx);
  return rows[0] ?? { files: 0, seconds: 0 };
}

/** Returns an upload of any partner. */
export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return uploads(db).where('bulk_uploads.id', '=', id).executeTakeFirst();
}

/** Returns an upload and locks it until the transaction ends. */
export async function lockUpload(tx: Db, id: string): Promise<UploadRow | undefined> {
  await sql`select from bulk_uploads where id = ${id} for no key update`.execute(tx);
  return findUpload(tx, id);
}

/** Returns a page of a partner's uploads, newest first, and their total number. */
export async function listUploads(db: Db, partnerId: string, page: PageNumber) {
  const query = uploads(db)
    .where('bulk_uploads.partner_id', '=', partnerId)
    .orderBy('bulk_uploads.created_at', 'desc')
    .orderBy('bulk_uploads.id', 'desc');
  return readNumberedPage(query, page);
}

/** Sets the state of an upload, and its end time when the state ends the upload. */
export async function setState(
  tx: Db,
  id: string,
  change: { readonly state: UploadState; readonly read: number; readonly isEnd: boolean },
): Promise<void> {
  const { state, read, isEnd } = change;
  await touch(tx, id)
    .set({ state, read, ended_at: isEnd ? sql<Date>`coalesce(ended_at, now())` : null })
    .execute();
}

/**
 * Adds changes, which can be negative, to the counts of a locked upload whose rows were just
 * stored. Returns the updated upload.
 */
export async function addToCounts(
  tx: Db,
  upload: UploadRow,
  changes: RowCounts,
): Promise<UploadRow> {
  const counts = mapValues(changes, (more, name) => upload[name] + more);
  await touch(tx, upload.id)
    .set({ ...counts, last_sent_at: sql<Date>`now()`, is_emptied: false })
    .execute();
  return { ...upload, ...counts };
}

/**
 * Returns an update query that also sets `touched_at`: every change extends the retention of the
 * upload's cells.
 */
export function touch(tx: Db, id: string) {
  return tx
    .updateTable('bulk_uploads')
    .set({ touched_at: sql<Date>`now()` })
    .where('id', '=', id);
}

/**
 * Deletes the edits, the choices and the cells of rejected and unknown rows of uploads that have
 * not changed for the retention period. An emptied upload is included again if it was edited since
 * without a row being sent.
 */
export async function emptyOldUploads(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const old = await tx
      .updateTable('bulk_uploads')
      .set({ is_emptied: true, choices: null })
      .where('touched_at', '<', ago(`${uploadLimits.retentionDays} days`))
      .where(sql<boolean>`(
        not is_emptied or choices is not null or exists (select from bulk_upload_edits as e
          where (e.upload_id, e.partner_id) = (bulk_uploads.id, bulk_uploads.partner_id)))`)
      .returning('id')
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await tx.deleteFrom('bulk_upload_edits').where('upload_id', 'in', ids).execute();
    await sql`
      update bulk_upload_rows set cells = null where upload_id = any(${ids})
        and outcome in ('rejected', 'unknown') and cells is not null`.execute(tx);
  });
}

/**
 * The last row of a batch and when its leads were created, in milliseconds. The times of an upload
 * are in the order of its rows.
 */
export type LeadTime = readonly [row: number, time: number];

/** Returns the time of the database, in milliseconds, and the times of an upload. */
export async function findLeadTimes(tx: Db, uploadId: string) {
  const { time, lead_times: times } = await tx
    .selectFrom('bulk_uploads')
    .select(['lead_times', sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('time')])
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return { now: time.getTime(), times };
}

/** Stores the times of an upload. */
export async function saveLeadTimes(
  tx: Db,
  uploadId: string,
  times: readonly LeadTime[],
): Promise<void> {
  const saved = { lead_times: JSON.stringify(times) };
  await tx.updateTable('bulk_uploads').set(saved).where('id', '=', uploadId).execute();
}
