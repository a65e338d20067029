import type { FastifyInstance } from 'fastify';

import { historyEndpoints, type HistoryEntry } from '#contract/portal/history.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import type { Caller } from '#server/auth/caller.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { isRecordId, recordPath } from '#server/upstream/client/upstream-paths.ts';
import { readJson, toUpstreamError } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';
import { type StoredKeys, withKey } from '#server/upstream/keys/upstream-key.ts';

import { listUpstreamChanges, type UpstreamChangeRow } from './upstream-changes.store.ts';

/**
 * Registers the endpoint that reads what was done to a lead of the upstream service through the
 * portal. Who may read the lead there at the moment may read it.
 */
export function upstreamHistoryRoutes(
  app: FastifyInstance,
  keys: StoredKeys,
  client: UpstreamClient,
): void {
  route(
    app,
    historyEndpoints.readLeadHistory,
    async ({ caller, params: { id }, query }) => {
      await assertReadable({ keys, client, caller }, id);
      // The portal changes no status.
      if (query.statusOnly === 'true') return { entries: [], next: null };
      const rows = await listUpstreamChanges(keys.db, { leadId: id, ...toEntryRange(query) });
      const { shown, next } = cutEntries(rows, query);
      return { entries: shown.map((row) => presentChange(row, caller)), next };
    },
    isRecordId,
  );
}

/**
 * Asserts that the upstream service returns a lead to the caller.
 * @throws ApiError
 */
async function assertReadable(
  { keys, client, caller }: { keys: StoredKeys; client: UpstreamClient; caller: Caller },
  id: string,
): Promise<void> {
  await withKey(keys, caller, async (token) => {
    const path = recordPath(v1.listLeads.path, id);
    readJson(await client.read({ method: 'GET', path, token }), 'read', token);
  }).catch((error: unknown) => {
    throw toUpstreamError(error, 'read');
  });
}

/** Returns an entry as its reader may see it: only people of the reader’s partner are named. */
function presentChange(row: UpstreamChangeRow, caller: Caller): HistoryEntry {
  const mayKnow = caller.role === 'support' || row.account_partner_id === caller.partnerId;
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.at.toISOString(),
    who: {
      source: row.via,
      id: mayKnow ? row.account_id : null,
      name: mayKnow ? row.account_name : null,
    },
    changes: row.kind === 'attached' ? [] : presentValues(row),
    file: presentFile(row),
    upload: mayKnow ? presentUpload(row, caller) : null,
  };
}

const empty: Readonly<Record<string, unknown>> = emptyResponse(leadResponseFields);

function presentValues({ kind, former, current }: UpstreamChangeRow): HistoryEntry['changes'] {
  const before = kind === 'created' ? empty : former;
  return Object.entries(current).map(([field, to]) => ({
    field,
    // Left out where it is not known.
    ...(Object.hasOwn(before, field) && { from: before[field] }),
    to,
  }));
}

function presentFile({ kind, current }: UpstreamChangeRow): HistoryEntry['file'] {
  const { fileName, type } = current;
  if (kind !== 'attached' || typeof fileName !== 'string') return null;
  // The specification has no operation that downloads it.
  return { id: null, fileName, type: String(type) };
}

function presentUpload(row: UpstreamChangeRow, caller: Caller): HistoryEntry['upload'] {
  const { upload_id: id, file_name: fileName, row_number: number } = row;
  if (fileName === null || number === null) return null;
  return { id: caller.role === 'partner-admin' ? id : null, fileName, row: number };
}
