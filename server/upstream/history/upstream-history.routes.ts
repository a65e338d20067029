import type { FastifyInstance } from 'fastify';

import { historyEndpoints } from '#contract/portal/history.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { Caller } from '#server/auth/caller.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { isRecordId, recordPath } from '#server/upstream/client/upstream-paths.ts';
import { readJson } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';
import { runAsCaller, type StoredKeys } from '#server/upstream/keys/upstream-key.ts';

import { presentUpstreamChange } from './upstream-changes.presenter.ts';
import { listUpstreamChanges } from './upstream-changes.store.ts';

interface Deps {
  readonly keys: StoredKeys;
  readonly client: UpstreamClient;
}

/**
 * Registers the endpoint that reads what was done to a lead of the upstream service through the
 * portal. Who may read the lead there at the moment may read it.
 */
export function upstreamHistoryRoutes(app: FastifyInstance, { keys, client }: Deps): void {
  route(
    app,
    historyEndpoints.readLeadHistory,
    async ({ caller, params: { id }, query }) => {
      await assertReadable({ keys, client, caller }, id);
      // The portal changes no status.
      if (query.statusOnly === 'true') return { entries: [], next: null };
      const rows = await listUpstreamChanges(keys.db, { leadId: id, ...toEntryRange(query) });
      const { shown, next } = cutEntries(rows, query);
      return { entries: shown.map((row) => presentUpstreamChange(row, caller)), next };
    },
    isRecordId,
  );
}

/**
 * Asserts that the upstream service returns a lead to the caller.
 * @throws ApiError
 */
async function assertReadable(
  { keys, client, caller }: Deps & { readonly caller: Caller },
  id: string,
): Promise<void> {
  await runAsCaller(keys, caller, 'read', async (token) => {
    const path = recordPath(v1.listLeads.path, id);
    readJson(await client.read({ method: 'GET', path, token }), 'read', token);
  });
}
