import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import {
  type Batch,
  countChanges,
  validateBatch,
  submittedRow,
} from '#server/bulk-uploads/batch.rules.ts';
import { saveBlankRuns } from '#server/bulk-uploads/blank-runs.store.ts';
import { findParseOptionsAndContact } from '#server/bulk-uploads/bulk-upload-choices.store.ts';
import { saveRows } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { countTotals } from '#server/bulk-uploads/bulk-uploads.rules.ts';
import { addToCounts, type UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import { lockPendingRows } from '#server/bulk-uploads/pending-rows.ts';
import type { Db } from '#server/db/connect.ts';
import { insertLeads } from '#server/leads/new-leads.store.ts';
import { listContacts } from '#server/partners/partners.store.ts';

import { findLeadPlaces } from './lead-places.ts';

/**
 * Stores a batch of rows in the portal's own database. Each row becomes a lead exactly once,
 * however often it is sent: lead and row are stored in one transaction, and a submitted row does
 * not change. The leads are created in the order of the file. Rows are validated before the upload
 * is locked, so that one batch is validated while another is stored.
 * @throws ApiError 400, 409
 */
export async function submitRows(
  db: Db,
  caller: ContactCaller,
  { id, partner_id: partnerId }: UploadRow,
  batch: Batch,
): Promise<UploadTotals> {
  const contacts = await listContacts(db, { partnerId });
  const contactIds = new Set(contacts.map((contact) => contact.id));
  const validated = await validateBatch(batch, { partnerId, contactIds });
  const { contactId } = await findParseOptionsAndContact(db, id);
  const owner = { partner_id: partnerId, contact_id: contactId ?? caller.contactId };

  return db.transaction().execute(async (tx) => {
    const { upload, known, isPending } = await lockPendingRows(tx, caller, id, validated);
    const good = validated.good.filter(isPending);
    const leadIds = await insertLeads(
      tx,
      { ...owner, created_by: caller.accountId, created_via: 'bulk-upload' },
      good.map((row) => row.lead),
      await findLeadPlaces(
        tx,
        id,
        good.map((row) => row.row_number),
      ),
    );
    const rows = [
      ...good.map((row, at) => submittedRow(row.row_number, leadIds[at] ?? '')),
      ...validated.others.filter(isPending),
    ];
    await saveRows(tx, id, rows);
    const blank = await saveBlankRuns(tx, id, validated.blankRuns);
    return countTotals(await addToCounts(tx, upload, countChanges(rows, known, blank)));
  });
}
