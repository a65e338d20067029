import { createHash } from 'node:crypto';

import type { Db } from '#server/db/connect.ts';
import { newIdAt } from '#server/db/ids.ts';

import type { DemoLead } from './demo-leads.ts';
import type { Owner } from './seed-people.ts';

/** The demo leads, by index, that came from one file. */
const uploaded = { from: 70, until: 84 };
const fileName = 'referrals.csv';

/**
 * Returns the leads, of which some came from one file: created at the same moment, with ids that
 * begin with their rows, as those of any bulk upload.
 */
export function withUploadedLeads(leads: readonly DemoLead[]): DemoLead[] {
  const age = leads[uploaded.from]?.age ?? 0;
  return leads.map((lead, index) => {
    if (index < uploaded.from || index >= uploaded.until) return lead;
    // The first row of a file is its header, and the newest lead of a list is the last row.
    const uploadedRow = uploaded.until - index + 1;
    const prefix = newIdAt(uploadedRow).slice(0, 5);
    return { ...lead, id: prefix + lead.id.slice(5), age, uploadedRow };
  });
}

/** Stores the upload that the leads came from. */
export async function seedUpload(
  tx: Db,
  leads: readonly DemoLead[],
  { id, owner, now }: { readonly id: string; readonly owner: Owner; readonly now: Date },
): Promise<void> {
  const rows = leads.flatMap((lead) =>
    lead.uploadedRow === undefined
      ? []
      : [
          {
            upload_id: id,
            row_number: lead.uploadedRow,
            outcome: 'submitted' as const,
            lead_id: lead.id,
          },
        ],
  );
  const at = new Date(now.getTime() - (leads[uploaded.from]?.age ?? 0) * 60_000);
  await tx
    .insertInto('bulk_uploads')
    .values({
      id,
      partner_id: owner.partnerId,
      content_hash: createHash('sha256').update(fileName).digest('hex'),
      file_name: fileName,
      size: 200 * rows.length,
      state: 'finished',
      read: rows.length,
      submitted: rows.length,
      created_at: new Date(at.getTime() - 5 * 60_000),
      created_by: owner.accountId,
      last_sent_at: at,
      ended_at: at,
      touched_at: at,
    })
    .execute();
  await tx.insertInto('bulk_upload_rows').values(rows).execute();
}
