import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { v1 } from '#contract/v1/endpoints.ts';
import type { Caller } from '#server/auth/caller.ts';
import { submitDraft } from '#server/drafts/drafts.store.ts';
import { route } from '#server/http/routes.ts';
import { echoKey } from '#server/idempotency/idempotency.ts';
import { pageLink } from '#server/records/list/paging.ts';
import {
  type ListQuery,
  readPage,
  readUpstreamRecords,
  type UpstreamPage,
} from '#server/upstream/client/upstream-pages.ts';
import { isRecordId, recordPath } from '#server/upstream/client/upstream-paths.ts';
import {
  type Purpose,
  toUpstreamError,
  UpstreamError,
} from '#server/upstream/client/upstream-responses.ts';
import type {
  UpstreamClient,
  UpstreamRequest,
  UpstreamText,
} from '#server/upstream/client/upstream.client.ts';
import { upstreamHistoryRoutes } from '#server/upstream/history/upstream-history.routes.ts';
import { type StoredKeys, withKey } from '#server/upstream/keys/upstream-key.ts';
import { createLead } from '#server/upstream/leads/create-lead.ts';
import {
  strongEtag,
  type UpstreamCapabilities,
} from '#server/upstream/status/upstream-capabilities.ts';

import { forwardUpdate } from './upstream-updates.ts';
import { forwardUpload, type Scanning } from './upstream-upload.ts';

/**
 * Runs `work` with the caller's own key for the upstream service. The message of an upstream error
 * says what it means for the work.
 */
type AsCaller = <T>(
  caller: Caller,
  purpose: Purpose,
  work: (token: string) => Promise<T>,
) => Promise<T>;

interface Deps {
  /** null: files are not scanned. */
  readonly scanning: Scanning | null;
  readonly keys: StoredKeys;
  readonly capabilities: UpstreamCapabilities;
}

/**
 * Registers the seven operations in front of an existing service, and the history of what was done
 * through them. The portal validates the caller, the role and the query; the upstream service
 * decides everything else. Records are returned unchanged.
 */
export function upstreamRoutes(app: FastifyInstance, deps: Deps): void {
  const asCaller: AsCaller = async (caller, purpose, work) =>
    withKey(deps.keys, caller, work).catch((error: unknown) => {
      throw toUpstreamError(error, purpose);
    });
  logUpstreamError(app);
  readRoutes(app, deps.capabilities.client, asCaller);
  changeRoutes(app, deps, asCaller);
  upstreamHistoryRoutes(app, deps.keys, deps.capabilities.client);
}

function readRoutes(app: FastifyInstance, client: UpstreamClient, asCaller: AsCaller): void {
  for (const endpoint of [v1.listLeads, v1.listDeals])
    route(app, endpoint, async ({ caller, query, request, reply }) => {
      const page = await asCaller(caller, 'read', async (token) =>
        readPage({ client, path: endpoint.path, token }, query),
      );
      sendPaging(request, reply, query, page);
      return sendJson(reply, page.text);
    });

  for (const endpoint of [v1.readLead, v1.readDeal])
    route(
      app,
      endpoint,
      async ({ caller, params, request, reply }) => {
        const path = recordPath(endpoint.path.replace('/:id', ''), params.id);
        const headers = forwardedHeader(request, 'if-none-match');
        const response = await asCaller(caller, 'read', async (token) =>
          readRecord(client, { path, token, headers }),
        );
        return response.status === 304
          ? withEtag(reply, response).code(304).send()
          : sendJson(withEtag(reply, response), response.text);
      },
      isRecordId,
    );
}

function changeRoutes(
  app: FastifyInstance,
  { scanning, keys, capabilities: { client } }: Deps,
  asCaller: AsCaller,
): void {
  // An upload stays an unparsed stream, which is forwarded.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));

  route(app, v1.createLead, async ({ caller, request, reply }) => {
    const created = await asCaller(caller, 'creation', async (token) =>
      createLead({ db: keys.db, client, token }, { caller, request }),
    );
    const submitter = { caller, key: request.headers['idempotency-key'] };
    await submitDraft(keys.db, submitter, created.id);
    echoKey(request, reply);
    return reply.send(created);
  });

  route(
    app,
    v1.updateLead,
    async ({ caller, params: { id }, request, reply }) => {
      const headers = forwardedHeader(request, 'if-match');
      const response = await asCaller(caller, 'change', async (token) =>
        forwardUpdate(client, { id, token, request, headers, caller, db: keys.db }),
      );
      return sendJson(withEtag(reply, response), response.text);
    },
    isRecordId,
  );

  route(app, v1.createAttachments, async ({ caller, request, reply }) => {
    // Forwarded even if this process has not yet detected that the service supports the header: the
    // browser may know it from another process.
    const headers = forwardedHeader(request, 'idempotency-key');
    const response = await asCaller(caller, 'upload', async (token) =>
      forwardUpload(client, request, { token, scanning, headers, caller, db: keys.db }),
    );
    if (response.headers.has('idempotency-key')) echoKey(request, reply);
    return sendJson(reply, response.text);
  });
}

/**
 * Returns one record unchanged, or a 304 when the caller has the current revision.
 * @throws NoResponseError, and as {@link readUpstreamRecords}
 */
async function readRecord(
  client: UpstreamClient,
  record: Pick<UpstreamRequest, 'path' | 'token'> & { headers: Record<string, string> },
): Promise<UpstreamText> {
  const response = await client.read({ method: 'GET', ...record });
  const isUnchanged = response.status === 304 && 'if-none-match' in record.headers;
  if (!isUnchanged) readUpstreamRecords(response, 'read', record.token);
  return response;
}

/** Returns a header of the caller that is forwarded to the upstream service. */
function forwardedHeader(request: FastifyRequest, name: string): Record<string, string> {
  const value = request.headers[name];
  return typeof value === 'string' ? { [name]: value } : {};
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

function withEtag(reply: FastifyReply, { headers }: UpstreamText): FastifyReply {
  const etag = strongEtag(headers);
  return etag === undefined ? reply : reply.header('etag', etag);
}

/**
 * Sends what the upstream service reported: the total, and links to the adjacent pages whose
 * cursors neither repeat nor lose a row.
 */
function sendPaging(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, pageSize }: ListQuery,
  { total, prev, next }: UpstreamPage,
): void {
  if (total !== null) reply.header('x-total-count', total);
  const links = [
    prev !== null &&
      pageLink(request, pageSize, { rel: 'prev', page: Math.max(1, page - 1), cursor: prev }),
    next !== null && pageLink(request, pageSize, { rel: 'next', page: page + 1, cursor: next }),
  ].filter((link) => link !== false);
  if (links.length > 0) reply.header('link', links.join(', '));
}

/**
 * Logs failures of the upstream service: only the route and the kind of the error, nothing that was
 * sent or received.
 */
function logUpstreamError(app: FastifyInstance): void {
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof UpstreamError)
      request.log.warn(
        {
          requestId: request.id,
          route: `${request.method} ${request.routeOptions.url}`,
          kind: error.kind,
        },
        'request to the upstream service failed',
      );
    done();
  });
}
