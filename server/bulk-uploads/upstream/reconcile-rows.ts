import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Caller } from '#server/auth/caller.ts';
import { lockUpload, touch, type UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import {
  KeyRejectedError,
  toUpstreamError,
  UpstreamError,
} from '#server/upstream/client/upstream-responses.ts';
import { type UpstreamClient, NoResponseError } from '#server/upstream/client/upstream.client.ts';
import { type StoredKeys, withKey } from '#server/upstream/keys/upstream-key.ts';
import { createdLead } from '#server/upstream/leads/created-lead.ts';
import { findSentLeads, type TargetLead } from '#server/upstream/leads/find-sent-leads.ts';
import { createdLeadIds } from '#server/upstream/leads/sent-leads.store.ts';

import type { Forwarding } from './row-forwarding.ts';
import { toSafeLinks } from './send-row.ts';
import {
  recordCreations,
  saveSentRows,
  leadsBefore,
  leadsWith,
  listUnknownRows,
  type SentRow,
  type UnknownRow,
  unknownWith,
} from './sent-rows.store.ts';

interface Bounds {
  /**
   * Ids of leads that existed before any of the rows was sent. Default: leads of preceding rows
   * that were sent at least `maxArrivalMs` earlier.
   */
  readonly earlier?: readonly string[];
  readonly searchMs: number;
  readonly maxPages?: number;
}

/**
 * Reconciles all unknown rows of an upload and saves what it finds. Returns whether the search
 * covered every lead that can be one of the rows.
 * @throws ApiError when the upstream service cannot be queried
 */
export async function reconcile(
  forwarding: StoredKeys & { readonly client: UpstreamClient },
  caller: Caller,
  upload: UploadRow,
): Promise<boolean> {
  const { db, client } = forwarding;
  const rows = await listUnknownRows(db, upload.id);
  if (rows.length === 0) return true;
  const { isComplete } = await withKey(forwarding, caller, async (token) =>
    reconcileRows({ db, client, token, caller, upload }, rows, {
      searchMs: 40_000,
      maxPages: 1_000,
    }),
  );
  return isComplete;
}

/**
 * Searches the newest leads of the upstream service for some rows, back to the time when the first
 * of them was sent. A row whose lead is identified with certainty becomes submitted. Leads of other
 * rows and leads created with the form are excluded.
 * @throws ApiError when the list cannot be read at the moment
 */
export async function reconcileRows(
  sent: Pick<Forwarding, 'db' | 'client' | 'token' | 'caller' | 'upload'>,
  rows: readonly UnknownRow[],
  { earlier, searchMs, maxPages }: Bounds,
): Promise<{ readonly found: number; readonly isComplete: boolean }> {
  const { db, client, token, caller, upload } = sent;
  const firstSentAt = Math.min(...rows.map((row) => row.sent_at.getTime()));
  const firstRow = Math.min(...rows.map((row) => row.row_number));
  const references = [...new Set(rows.map((row) => row.reference))];
  // A lead that is found may belong to another unknown row with the same reference.
  const unknownRows = await unknownWith(db, upload.partner_id, references);
  const search = await findSentLeads(
    client,
    token,
    unknownRows.map(toTargetLead),
    new Date(firstSentAt),
    {
      except: new Set([
        ...(await leadsWith(db, upload.partner_id, references)),
        ...(await createdLeadIds(db, caller.accountId, references)),
      ]),
      earlier: new Set(
        earlier ??
          (await leadsBefore(db, upload.id, firstRow, new Date(firstSentAt - maxArrivalMs))),
      ),
      signal: AbortSignal.timeout(searchMs),
      ...(maxPages !== undefined && { maxPages }),
    },
  );
  const found = rows.flatMap(({ row_number }): SentRow[] => {
    const lead = search.found.get(makeKey(upload.id, row_number));
    if (!lead) return [];
    const links = toSafeLinks(createdLead(lead, '').fields);
    return [{ row_number, outcome: 'submitted', lead_id: lead.id, links }];
  });
  if (found.length > 0) await saveFound(db, { caller, uploadId: upload.id }, found);
  assertReadable(search.failure);
  return { found: found.length, isComplete: search.isComplete };
}

/** Milliseconds after which a sent row has become a lead, if it ever does. */
const maxArrivalMs = 60_000;

const makeKey = (uploadId: string, rowNumber: number) => `${uploadId} ${rowNumber}`;

function toTargetLead(row: UnknownRow & { readonly upload_id: string }): TargetLead {
  const { reference, cells } = row;
  return {
    reference,
    key: makeKey(row.upload_id, row.row_number),
    ...Object.fromEntries(templateColumns.map(({ name }, at) => [name, cells?.[at]])),
  };
}

async function saveFound(
  db: StoredKeys['db'],
  { caller, uploadId }: { caller: Caller; uploadId: string },
  found: readonly SentRow[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadId);
    const stored = await saveSentRows(tx, uploadId, found);
    await recordCreations(tx, { caller, uploadId }, stored);
    const { length } = stored;
    if (!upload || length === 0) return;
    const { submitted, unknown } = upload;
    await touch(tx, uploadId)
      .set({ submitted: submitted + length, unknown: unknown - length })
      .execute();
  });
}

/**
 * Throws errors after which the search should be retried: the upstream service fails, is busy or
 * rejects the key. Any other failure leaves the rows unknown.
 * @throws ApiError
 */
function assertReadable(failure: unknown): void {
  const isRetryable =
    failure instanceof NoResponseError ||
    failure instanceof UpstreamError ||
    failure instanceof KeyRejectedError ||
    (failure instanceof ApiError && failure.status === 429);
  if (isRetryable) throw toUpstreamError(failure, 'read');
}
