import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Caller } from '#server/auth/caller.ts';
import { lockUpload, touch, type UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import {
  KeyRejectedError,
  toUpstreamError,
  UpstreamError,
} from '#server/upstream/client/upstream-responses.ts';
import { type UpstreamClient, UpstreamFailure } from '#server/upstream/client/upstream.client.ts';
import { type StoredKeys, withKey } from '#server/upstream/keys/upstream-key.ts';
import { createdLead } from '#server/upstream/leads/created-lead.ts';
import { findSentLeads, type WantedLead } from '#server/upstream/leads/find-sent-leads.ts';
import { createdLeadIds } from '#server/upstream/leads/sent-leads.store.ts';

import { linksOf } from './send-row.ts';
import {
  saveSentRows,
  leadsBefore,
  leadsWith,
  listUnknownRows,
  type SentRow,
  type UnknownRow,
  unknownWith,
} from './sent-rows.store.ts';

/** The upload to reconcile, and the client and key to use. */
interface Search extends Pick<StoredKeys, 'db'> {
  readonly client: UpstreamClient;
  readonly token: string;
  readonly caller: Caller;
  readonly upload: UploadRow;
}

interface Bounds {
  /**
   * Ids of leads that existed before any of the rows was sent. Default: leads of preceding rows
   * that were sent at least `settled` milliseconds earlier.
   */
  readonly earlier?: readonly string[];
  readonly milliseconds: number;
  readonly maxPages?: number;
}

/**
 * Reconciles all unknown rows of an upload and saves what it finds. Returns whether the search
 * covered every lead that can be one of the rows.
 * @throws ApiError when the upstream service cannot be queried
 */
export async function reconcile(
  { db, client, secrets }: StoredKeys & { readonly client: UpstreamClient },
  caller: Caller,
  upload: UploadRow,
): Promise<boolean> {
  const rows = await listUnknownRows(db, upload.id);
  if (rows.length === 0) return true;
  const { isComplete } = await withKey({ db, secrets }, caller, async (token) =>
    reconcileRows({ db, client, token, caller, upload }, rows, {
      milliseconds: 40_000,
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
  { db, client, token, caller, upload }: Search,
  rows: readonly UnknownRow[],
  { earlier, milliseconds, maxPages }: Bounds,
): Promise<{ readonly found: number; readonly isComplete: boolean }> {
  const sent = Math.min(...rows.map((row) => row.sent_at.getTime()));
  const first = Math.min(...rows.map((row) => row.row_number));
  const references = [...new Set(rows.map((row) => row.reference))];
  // A lead that is found may belong to another unknown row with the same reference.
  const sought = await unknownWith(db, upload.partner_id, references);
  const seen = await findSentLeads(client, token, sought.map(wantedOf), new Date(sent), {
    except: new Set([
      ...(await leadsWith(db, upload.partner_id, references)),
      ...(await createdLeadIds(db, caller.accountId, references)),
    ]),
    earlier: new Set(
      earlier ?? (await leadsBefore(db, upload.id, first, new Date(sent - settled))),
    ),
    signal: AbortSignal.timeout(milliseconds),
    ...(maxPages !== undefined && { maxPages }),
  });
  const found = rows.flatMap(({ row_number }): SentRow[] => {
    const lead = seen.found.get(keyOf(upload.id, row_number));
    if (!lead) return [];
    const links = linksOf(createdLead(lead, '').fields);
    return [{ row_number, outcome: 'submitted', lead_id: lead.id, links }];
  });
  if (found.length > 0) await saveFound(db, upload.id, found);
  requireReadable(seen.failure);
  return { found: found.length, isComplete: seen.isComplete };
}

/** Milliseconds after which a sent row has become a lead, if it ever does. */
const settled = 60_000;

const keyOf = (uploadId: string, rowNumber: number) => `${uploadId} ${rowNumber}`;

const placeOf = (name: string) => templateColumns.findIndex((column) => column.name === name);
const places = {
  firstName: placeOf('firstName'),
  lastName: placeOf('lastName'),
  companyName: placeOf('companyName'),
  phone: placeOf('phone'),
};

function wantedOf(row: UnknownRow & { readonly upload_id: string }): WantedLead {
  const { reference, cells } = row;
  return {
    reference,
    key: keyOf(row.upload_id, row.row_number),
    firstName: cells?.[places.firstName],
    lastName: cells?.[places.lastName],
    companyName: cells?.[places.companyName],
    phone: cells?.[places.phone],
  };
}

async function saveFound(
  db: StoredKeys['db'],
  uploadId: string,
  found: readonly SentRow[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadId);
    const { length } = await saveSentRows(tx, uploadId, found);
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
function requireReadable(failure: unknown): void {
  const isForLater =
    failure instanceof UpstreamFailure ||
    failure instanceof UpstreamError ||
    failure instanceof KeyRejectedError ||
    (failure instanceof ApiError && failure.status === 429);
  if (isForLater) throw toUpstreamError(failure, 'read');
}
