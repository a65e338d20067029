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
import { lockPendingRows } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import { countTotals } from '#server/bulk-uploads/bulk-uploads.rules.ts';
import {
  addToCounts,
  findLeadTimes,
  type LeadTime,
  saveLeadTimes,
  type UploadRow,
} from '#server/bulk-uploads/bulk-uploads.store.ts';
import type { Db } from '#server/db/connect.ts';
import { newIdAt } from '#server/db/ids.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { listContacts } from '#server/partners/partners.store.ts';

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
    await saveRows(tx, upload, rows);
    const blank = await saveBlankRuns(tx, upload, validated.blankRuns);
    return countTotals(await addToCounts(tx, upload, countChanges(rows, known, blank)));
  });
}

/**
 * How long rows count as sent together, in milliseconds. A row that is stored this much later than
 * a row after it, such as one that was rejected and corrected next week, is created when it is
 * stored.
 */
const sentTogetherMs = 10 * 60_000;

/** How many times of creation an upload stores: batches overtake each other by fewer. */
const maxTimes = 100;

/**
 * Returns the place in the order of creation of each row that is about to become a lead of a locked
 * upload, so that lists sorted by creation have the order of the file. Batches in flight can
 * overtake each other: a row that is stored after a later row gets that row's time of creation, and
 * ids sort by row number.
 */
async function findLeadPlaces(tx: Db, uploadId: string, rowNumbers: readonly number[]) {
  if (rowNumbers.length === 0) return [];
  const { now, times } = await findLeadTimes(tx, uploadId);
  const earlier = times.filter(([, time]) => time > now - sentTogetherMs);
  const latest = Math.max(now, ...earlier.map(([, time]) => time));
  const findTime = (rowNumber: number) => earlier.find(([row]) => row > rowNumber)?.[1] ?? latest;
  const added = rowNumbers.map((row): LeadTime => [row, findTime(row)]);
  await saveLeadTimes(tx, uploadId, lastRows([...earlier, ...added]).slice(-maxTimes));
  return added.map(([row, time]) => ({ id: newIdAt(row), createdAt: new Date(time) }));
}

/** Returns the last row of each time, in file order. */
function lastRows(times: readonly LeadTime[]): LeadTime[] {
  const rows = new Map<number, number>();
  for (const [row, time] of times) rows.set(time, Math.max(row, rows.get(time) ?? 0));
  return Array.from(rows, ([time, row]): LeadTime => [row, time]).toSorted(([a], [b]) => a - b);
}
