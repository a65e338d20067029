import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { capitalizeName } from '#contract/portal/upstream-name.ts';
import { leadReference } from '#contract/v1/leads.ts';
import type { Caller } from '#server/auth/caller.ts';
import {
  type Batch,
  countChanges,
  type GoodRow,
  validateBatch,
  type ValidatedBatch,
} from '#server/bulk-uploads/batch.rules.ts';
import { saveBlankRuns } from '#server/bulk-uploads/blank-runs.store.ts';
import { saveRows } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { lockPendingRows, requireUpload } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import { storable, countTotals } from '#server/bulk-uploads/bulk-uploads.rules.ts';
import {
  addToCounts,
  findUpload,
  type UploadRow,
} from '#server/bulk-uploads/bulk-uploads.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { withKey } from '#server/upstream/keys/upstream-key.ts';

import { reconcileRows } from './reconcile-rows.ts';
import { type Forwarding, pauseUpload, type RowForwarding } from './row-forwarding.ts';
import { sendGroup } from './send-group.ts';
import { leadsBefore, listUnknownRows } from './sent-rows.store.ts';

/** The number of rows of one batch that are sent at the same time. */
export const rowsInGroup = 5;
/**
 * The number of consecutive groups with neither a usable response nor a lead found afterwards,
 * after which the upload is paused. Each such group can leave rows unknown, so a person has to
 * check.
 */
const maxConsecutiveFailures = 3;

/**
 * Sends a batch of rows to the upstream service, a few at a time.
 * Each row is stored as unknown before it is sent. It is never sent again unless it has certainly
 * not arrived; when its response is lost, the row is reconciled. `isDone` is false when the time
 * ran out before all rows were sent.
 * @throws ApiError 400, 409; 403 and 422 when the upstream service accepts no rows (the upload is
 * then paused); 429, 502, 503, 504 when the request should be retried later
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
  return { totals: countTotals(after), isDone };
}

async function forwardBatch(forwarding: Forwarding, validated: ValidatedBatch): Promise<boolean> {
  const { db, upload, throttle } = forwarding;
  const end = performance.now() + forwarding.batchTimeouts.sendingMs;
  const { pendingRows, unknownRowNumbers } = await beginBatch(forwarding, validated);
  await reconcileUnknown(forwarding, unknownRowNumbers);
  const earlier = await leadsBefore(db, upload.id, pendingRows[0]?.row_number ?? 0);
  const lost: number[] = [];
  while (pendingRows.length > 0) {
    if (!(await waitForThrottle(forwarding, end))) break;
    const consecutiveFailures = throttle.consecutiveFailures.get(upload.id) ?? 0;
    const group = pendingRows.splice(0, consecutiveFailures === 0 ? rowsInGroup : 1);
    const sent = await throttle.run(upload.id, async () =>
      mustStop(forwarding, end) ? undefined : sendGroup(forwarding, group),
    );
    if (sent === undefined) {
      pendingRows.unshift(...group);
      continue;
    }
    pendingRows.unshift(...sent.unsent);
    lost.push(...sent.lost);
    if (sent.stopReason !== undefined) throw sent.stopReason;
    if (sent.respondedCount > 0) throttle.consecutiveFailures.delete(upload.id);
    else if (sent.lost.length > 0) {
      const found = await reconcileUnknown(forwarding, lost.splice(0), earlier);
      await countFailure(forwarding, consecutiveFailures, found);
    }
  }
  await reconcileUnknown(forwarding, lost, earlier);
  return pendingRows.length === 0;
}

/**
 * Counts a group without usable responses, unless leads of the group were found: then the service
 * works. Otherwise every further row would become unknown.
 * @throws ApiError 422 after too many such groups in a row; the upload is then paused
 */
async function countFailure(forwarding: Forwarding, earlierFailures: number, found: number) {
  const { throttle, upload } = forwarding;
  if (found > 0) throttle.consecutiveFailures.delete(upload.id);
  else throttle.consecutiveFailures.set(upload.id, earlierFailures + 1);
  if (found === 0 && earlierFailures + 1 >= maxConsecutiveFailures)
    throw await pausedAfterFailures(forwarding);
}

/**
 * Saves the outcomes of rows that are not sent. Returns the rows to send, and the numbers of the
 * rows that are unknown from an earlier request.
 */
async function beginBatch({ db, caller, upload: { id } }: Forwarding, validated: ValidatedBatch) {
  return db.transaction().execute(async (tx) => {
    const { upload, known, isPending } = await lockPendingRows(tx, caller, id, validated);
    const others = validated.others.filter(isPending);
    await saveRows(tx, upload, others);
    const blank = await saveBlankRuns(tx, upload, validated.blankRuns);
    await addToCounts(tx, upload, countChanges(others, known, blank));
    return {
      pendingRows: validated.good.filter(isPending).map((row) => withReference(id, row)),
      unknownRowNumbers: [...known].flatMap(([number, is]) => (is === 'unknown' ? [number] : [])),
    };
  });
}

/**
 * Returns the row with a reference by which its lead can be found. A row without its own reference
 * always gets the same generated reference.
 */
function withReference(uploadId: string, row: GoodRow): GoodRow {
  const own = row.lead.partnerLeadReferenceId;
  const digest = createHash('sha256').update(`${uploadId} ${row.row_number}`).digest();
  return {
    ...row,
    cells: row.cells.map(storable),
    lead: { ...row.lead, partnerLeadReferenceId: own ?? leadReference(digest) },
  };
}

/** Reconciles those of the given rows that are unknown. Returns how many leads were found. */
async function reconcileUnknown(
  forwarding: Forwarding,
  rowNumbers: readonly number[],
  earlier?: readonly string[],
): Promise<number> {
  if (rowNumbers.length === 0) return 0;
  const rows = await listUnknownRows(forwarding.db, forwarding.upload.id, rowNumbers);
  if (rows.length === 0) return 0;
  const bounds = { searchMs: forwarding.batchTimeouts.searchMs, ...(earlier && { earlier }) };
  return (await reconcileRows(forwarding, rows, bounds)).found;
}

/**
 * Waits as long as the upstream service has asked for. Returns false when the time for sending is
 * over.
 * @throws ApiError 429 when the wait exceeds the remaining time; 503 when the process is shutting
 * down
 */
async function waitForThrottle({ throttle, token, upstreamName }: Forwarding, end: number) {
  for (let waitMs = throttle.delayOf(token); waitMs > 0; waitMs = throttle.delayOf(token)) {
    if (performance.now() + waitMs > end) throw throttledError(upstreamName, waitMs);
    await sleep(waitMs, undefined, { signal: throttle.closing }).catch(() => undefined);
    if (throttle.closing.aborted) break;
  }
  if (throttle.closing.aborted)
    throw new ApiError(
      'service-restarting',
      'The portal is restarting. The remaining rows will be sent afterwards.',
      { retryAfter: 2 },
    );
  return performance.now() < end;
}

/** Returns whether a group may no longer be sent after it has waited for its turn. */
function mustStop({ throttle, token }: Forwarding, end: number): boolean {
  return throttle.closing.aborted || throttle.delayOf(token) > 0 || performance.now() >= end;
}

function throttledError(upstreamName: string, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError(
    'upstream-busy',
    `${capitalizeName(upstreamName)} asked us to wait ${seconds} seconds. The remaining rows will be sent afterwards.`,
    { retryAfter: seconds },
  );
}

async function pausedAfterFailures(forwarding: Forwarding): Promise<ApiError> {
  forwarding.throttle.consecutiveFailures.delete(forwarding.upload.id);
  await pauseUpload(forwarding);
  return new ApiError(
    'upstream-unconfirmed-leads',
    `We couldn’t confirm these leads. They are listed as unknown. Check one of them in ${forwarding.upstreamName} before continuing.`,
  );
}
