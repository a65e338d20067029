import { createHash } from 'node:crypto';

import type { Db } from '#server/db/connect.ts';
import { newIdAt } from '#server/db/ids.ts';

import type { DemoLead } from './demo-leads.ts';
import type { Owner } from './seed-people.ts';

const fileName = 'referrals.csv';
const uploadedAgo = 21 * 24 * 60;

/** A bulk upload, and who submitted it. */
interface Upload {
  readonly id: string;
  readonly owner: Owner;
  /** Of the seeding. */
  readonly now: Date;
}

/**
 * Returns a lead as the row of an upload: created at the moment of the upload, with an id that
 * begins with the row, as those of any bulk upload. Its history takes as long as the lead is old.
 */
export function toUploadedLead(
  { row, minutesAgo, changes }: DemoLead,
  rowNumber: number,
  { owner, now }: Upload,
): DemoLead {
  const at = new Date(now.getTime() - uploadedAgo * 60_000);
  const times = { created_at: at, updated_at: at, status_since: at, sub_status_since: at };
  const uploader = { created_by: owner.accountId, updated_by: owner.accountId };
  const via = { created_via: 'bulk-upload', updated_via: 'bulk-upload' } as const;
  const id = newIdAt(rowNumber).slice(0, 5) + row.id.slice(5);
  return {
    row: { ...row, id, ...times, ...uploader, ...via },
    minutesAgo: uploadedAgo,
    changes: changes.map((change) => ({
      ...change,
      minutesAgo: (change.minutesAgo * uploadedAgo) / minutesAgo,
    })),
  };
}

/** Stores an upload with its leads, from the second row: the first one is the header. */
export async function seedUpload(
  tx: Db,
  leads: readonly DemoLead[],
  { id, owner, now }: Upload,
): Promise<void> {
  const at = new Date(now.getTime() - uploadedAgo * 60_000);
  await tx
    .insertInto('bulk_uploads')
    .values({
      id,
      partner_id: owner.partnerId,
      content_hash: createHash('sha256').update(fileName).digest('hex'),
      file_name: fileName,
      size: 200 * leads.length,
      state: 'finished',
      read: leads.length,
      submitted: leads.length,
      created_at: new Date(at.getTime() - 5 * 60_000),
      created_by: owner.accountId,
      last_sent_at: at,
      ended_at: at,
      touched_at: at,
    })
    .execute();
  const rows = leads.map(({ row }, index) => ({
    upload_id: id,
    row_number: index + 2,
    outcome: 'submitted' as const,
    lead_id: row.id,
  }));
  await tx.insertInto('bulk_upload_rows').values(rows).execute();
}
