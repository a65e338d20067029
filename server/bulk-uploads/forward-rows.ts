import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { leadReference } from '#contract/lead-reference.ts';
import type { UploadTotals } from '#contract/web/bulk-uploads.ts';
import type { Caller } from '#server/plugins/caller.ts';
import { ApiError } from '#server/plugins/errors.ts';
import { withKey } from '#server/upstream/upstream-key.ts';

import {
  type Batch,
  countChanges,
  type GoodRow,
  validateBatch,
  type ValidatedBatch,
} from './batch.rules.ts';
import { saveRows } from './bulk-upload-rows.store.ts';
import { requireUpload } from './bulk-uploads.policy.ts';
import { storable, totalsOf } from './bulk-uploads.rules.ts';
import { addToCounts, findUpload, type UploadRow } from './bulk-uploads.store.ts';
import { lockPendingRows } from './pending-rows.ts';
import { reconcileRows } from './reconcile-rows.ts';
import { type Forwarding, pauseUpload, type RowForwarding } from './row-forwarding.ts';
import { sendGroup } from './send-group.ts';
import { leadsBefore, listUnknownRows } from './sent-rows.store.ts';

/** Rows sent at a time for one batch. */
const rowsInGroup = 5;
/** Groups in a row of which nothing is known at all, before a person has to look: each can make rows unknown. */
const maxConsecutiveFailures = 3;
/**
 * Milliseconds in which groups are begun, short enough for the person to see how it goes, and for a search; with the last group
 * (send-row.ts) less than a browser waits (src/api/client.ts).
 */
const timeouts = { sending: 4_000, search: 10_000 };

/**
 * Sends a batch of rows to the service behind the portal, a few at a time. Each is written down as unknown before it is sent, and is never
 * sent again unless it has certainly not arrived: where its answer is lost it is looked for. `isDone` false: the time ran out before all
 * were sent.
 * @throws ApiError 400, 409; 403 and 422 when that service takes no row, then the upload is paused; 429, 502, 503, 504 when it is to be
 * tried again later
 */
export async function forwardRows(
  forwarding: RowForwarding,
  caller: Caller,
  upload: UploadRow,
  batch: Batch,
): Promise<{ readonly totals: UploadTotals; readonly isDone: boolean }> {
  const validated = await validateBatch(batch, null);
  const isDone = await withKey(forwarding, caller, async (token) =>
    forwardBatch({ ...forwarding, caller, token, upload }, validated),
  );
  const after = requireUpload(caller, await findUpload(forwarding.db, upload.id));
  return { totals: totalsOf(after), isDone };
}

async function forwardBatch(forwarding: Forwarding, validated: ValidatedBatch): Promise<boolean> {
  const { db, upload, pace } = forwarding;
  const end = Date.now() + timeouts.sending;
  const { due, sentBefore } = await beginBatch(forwarding, validated);
  await lookFor(forwarding, sentBefore);
  const earlier = await leadsBefore(db, upload.id, due[0]?.row_number ?? 0);
  const lost: number[] = [];
  while (due.length > 0) {
    if (!(await mayGoOn(forwarding, end))) break;
    const consecutiveFailures = pace.consecutiveFailures.get(upload.id) ?? 0;
    const group = due.splice(0, consecutiveFailures === 0 ? rowsInGroup : 1);
    const sent = await pace.turn(upload.id, async () =>
      isOver(forwarding, end) ? undefined : sendGroup(forwarding, group),
    );
    if (sent === undefined) {
      due.unshift(...group);
      continue;
    }
    due.unshift(...sent.unsent);
    lost.push(...sent.lost);
    if (sent.why !== undefined) throw sent.why;
    if (sent.answered > 0) pace.consecutiveFailures.delete(upload.id);
    // A service that gives no usable answers would make every row unknown. Looking for these tells whether it works at all.
    else if (sent.lost.length > 0) {
      const found = await lookFor(forwarding, lost.splice(0), earlier);
      if (found > 0) pace.consecutiveFailures.delete(upload.id);
      else pace.consecutiveFailures.set(upload.id, consecutiveFailures + 1);
      if (found === 0 && consecutiveFailures + 1 >= maxConsecutiveFailures)
        throw await pausedAfterFailures(forwarding);
    }
  }
  await lookFor(forwarding, lost, earlier);
  return due.length === 0;
}

/** Keeps what is known of rows that are not sent; gives those to send, and the numbers of those that were sent before. */
async function beginBatch(
  { db, caller, upload: { id } }: Forwarding,
  validated: ValidatedBatch,
): Promise<{ due: GoodRow[]; sentBefore: number[] }> {
  return db.transaction().execute(async (tx) => {
    const { upload, known, isDue } = await lockPendingRows(tx, caller, id, validated);
    const others = validated.others.filter(isDue);
    await saveRows(tx, id, others);
    await addToCounts(tx, upload, countChanges(others, known));
    return {
      due: validated.good.filter(isDue).map((row) => withReference(id, row)),
      sentBefore: [...known].flatMap(([number, is]) => (is === 'unknown' ? [number] : [])),
    };
  });
}

/** A row without a reference of its own gets one by which it is found again: always the same. */
function withReference(uploadId: string, row: GoodRow): GoodRow {
  const own = row.lead.partnerLeadReferenceId;
  const digest = createHash('sha256').update(`${uploadId} ${row.row_number}`).digest();
  return {
    ...row,
    cells: row.cells.map(storable),
    lead: { ...row.lead, partnerLeadReferenceId: own ?? leadReference(digest) },
  };
}

/** Looks for rows of the batch; gives how many were found. */
async function lookFor(
  forwarding: Forwarding,
  rowNumbers: readonly number[],
  earlier?: readonly string[],
): Promise<number> {
  if (rowNumbers.length === 0) return 0;
  const rows = await listUnknownRows(forwarding.db, forwarding.upload.id, rowNumbers);
  if (rows.length === 0) return 0;
  const bounds = { milliseconds: timeouts.search, ...(earlier && { earlier }) };
  return (await reconcileRows(forwarding, rows, bounds)).found;
}

/** Waits as long as the service asks for. False: the time is over. @throws ApiError 429 when that is longer than the time, 503 when the process ends */
async function mayGoOn({ pace, token }: Forwarding, end: number): Promise<boolean> {
  for (let wait = pace.waitOf(token); wait > 0; wait = pace.waitOf(token)) {
    if (Date.now() + wait > end) throw busy(wait);
    await sleep(wait, undefined, { signal: pace.closing }).catch(() => undefined);
    if (pace.closing.aborted) break;
  }
  if (pace.closing.aborted)
    throw new ApiError(503, 'The portal is being restarted. The rows that wait are sent then.', {
      headers: { 'retry-after': '2' },
    });
  return Date.now() < end;
}

/** Whether what was allowed when the group began to wait for its turn is not any more. */
function isOver({ pace, token }: Forwarding, end: number): boolean {
  return pace.closing.aborted || pace.waitOf(token) > 0 || Date.now() >= end;
}

function busy(wait: number): ApiError {
  const seconds = Math.ceil(wait / 1000);
  return new ApiError(
    429,
    `The service behind the portal asks to wait for ${seconds} seconds. The rows that wait are sent then.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

async function pausedAfterFailures(forwarding: Forwarding): Promise<ApiError> {
  forwarding.pace.consecutiveFailures.delete(forwarding.upload.id);
  await pauseUpload(forwarding);
  return new ApiError(
    422,
    'The service behind the portal gives no usable answers to leads, and those that were sent are not found there. They are named as unknown. Check one of them there before you go on.',
  );
}
