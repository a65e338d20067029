import { countChanges, type GoodRow } from '#server/bulk-uploads/batch.rules.ts';
import { lockPendingRows, requireUpload } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import { addToCounts, lockUpload } from '#server/bulk-uploads/bulk-uploads.store.ts';

import { type Forwarding, pauseUpload } from './row-forwarding.ts';
import { type RowResponse, sendRow } from './send-row.ts';
import {
  claimRows,
  recordCreations,
  releaseRows,
  saveSentRows,
  type SentRow,
} from './sent-rows.store.ts';

/**
 * Sends rows in parallel and saves their outcomes. Each row is stored as unknown before it is sent.
 * @throws ApiError 409 when the upload accepts no rows now
 */
export async function sendGroup(forwarding: Forwarding, group: readonly GoodRow[]) {
  const { client, token, throttle } = forwarding;
  const claimed = await claim(forwarding, group);
  const responses = await Promise.all(
    claimed.map(async (row) => [row, await sendRow(client, token, row.lead)] as const),
  );
  await save(forwarding, responses);

  const listNumbers = (is: RowResponse['is']) =>
    responses.filter(([, response]) => response.is === is).map(([row]) => row.row_number);
  let stopReason: unknown;
  for (const [, response] of responses) {
    if ('delayMs' in response) throttle.backOff(token, response.delayMs);
    if (!('stopReason' in response)) continue;
    stopReason ??= response.stopReason;
    if (response.needsPerson) await pauseUpload(forwarding);
  }
  return {
    respondedCount: listNumbers('submitted').length + listNumbers('rejected').length,
    /** The numbers of rows whose outcome is unknown. */
    lost: listNumbers('lost'),
    /** Rows that have certainly not arrived. */
    unsent: responses.filter(([, { is }]) => is === 'not-sent').map(([row]) => row),
    /** The reason why no further row can be sent for now; undefined when others can. */
    stopReason,
  };
}

/** Stores rows as unknown. Returns those that no other request has sent meanwhile. */
async function claim({ db, caller, upload: { id } }: Forwarding, group: readonly GoodRow[]) {
  return db.transaction().execute(async (tx) => {
    const { upload, known, isPending } = await lockPendingRows(tx, caller, id, {
      good: group,
      others: [],
      blankRuns: [],
    });
    const free = group.filter(isPending);
    const rows = free.map(({ row_number, cells, lead }) => ({
      row_number,
      cells,
      reference: lead.partnerLeadReferenceId ?? '',
    }));
    await claimRows(tx, upload, rows);
    const unknown = rows.map(({ row_number }) => ({ row_number, outcome: 'unknown' as const }));
    await addToCounts(tx, upload, countChanges(unknown, known));
    return free;
  });
}

async function save(
  { db, caller, upload: { id } }: Forwarding,
  responses: readonly (readonly [GoodRow, RowResponse])[],
): Promise<void> {
  const completed = responses.flatMap(([{ row_number }, response]): SentRow[] => {
    if (response.is === 'submitted')
      return [
        { row_number, outcome: 'submitted', lead_id: response.leadId, links: response.links },
      ];
    return response.is === 'rejected'
      ? [{ row_number, outcome: 'rejected', errors: response.errors }]
      : [];
  });
  const unsent = responses.filter(([, { is }]) => is === 'not-sent');
  await db.transaction().execute(async (tx) => {
    const upload = requireUpload(caller, await lockUpload(tx, id));
    const stored = await saveSentRows(tx, id, completed);
    await recordCreations(tx, { caller, uploadId: id }, stored);
    const released = await releaseRows(
      tx,
      id,
      unsent.map(([row]) => row.row_number),
    );
    const wereUnknown = new Map(stored.map((row) => [row.row_number, 'unknown' as const]));
    const changes = countChanges(stored, wereUnknown);
    await addToCounts(tx, upload, { ...changes, unknown: changes.unknown - released });
  });
}
