import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { v1 } from '#contract/v1/endpoints.ts';
import type { Caller } from '#server/plugins/caller.ts';
import { echoKey } from '#server/plugins/idempotency.ts';
import { pageLink } from '#server/plugins/paging.ts';
import { route } from '#server/plugins/routes.ts';

import { createLead } from './create-lead.ts';
import { jsonOf, type Purpose, toUpstreamError, UpstreamError } from './upstream-answers.ts';
import { strongEtag, type UpstreamCapabilities } from './upstream-capabilities.ts';
import { type StoredKeys, withKey } from './upstream-key.ts';
import { type ListQuery, readPage, type UpstreamPage } from './upstream-pages.ts';
import { isRecordId, recordPath } from './upstream-paths.ts';
import { forwardUpdate } from './upstream-updates.ts';
import { forwardUpload } from './upstream-upload.ts';
import type { UpstreamClient, UpstreamRequest, UpstreamText } from './upstream.client.ts';

/** Works by the caller's own key at the service behind the portal; a problem is told by what it means for the work. */
type AsCaller = <T>(
  caller: Caller,
  purpose: Purpose,
  work: (token: string) => Promise<T>,
) => Promise<T>;

interface Deps {
  readonly keys: StoredKeys;
  readonly capabilities: UpstreamCapabilities;
}

/**
 * The seven operations in front of an existing service: who is calling, their role and the query are validated here, everything else is
 * the service's to say. Records pass as they came.
 */
export function upstreamRoutes(app: FastifyInstance, deps: Deps): void {
  const asCaller: AsCaller = async (caller, purpose, work) =>
    withKey(deps.keys, caller, work).catch((error: unknown) => {
      throw toUpstreamError(error, purpose);
    });
  logUpstreamError(app);
  readRoutes(app, deps.capabilities.client, asCaller);
  changeRoutes(app, deps, asCaller);
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
        const headers = sentAlong(request, 'if-none-match');
        const answer = await asCaller(caller, 'read', async (token) =>
          readRecord(client, { path, token, headers }),
        );
        return answer.status === 304
          ? withEtag(reply, answer).code(304).send()
          : sendJson(withEtag(reply, answer), answer.text);
      },
      isRecordId,
    );
}

function changeRoutes(
  app: FastifyInstance,
  { keys, capabilities: { client } }: Deps,
  asCaller: AsCaller,
): void {
  // An upload stays a stream: who reads it is whom it is passed to.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));

  route(app, v1.createLead, async ({ caller, request, reply }) => {
    const created = await asCaller(caller, 'creation', async (token) =>
      createLead({ db: keys.db, client, token }, { caller, request }),
    );
    echoKey(request, reply);
    return reply.send(created);
  });

  route(
    app,
    v1.updateLead,
    async ({ caller, params: { id }, request, reply }) => {
      const headers = sentAlong(request, 'if-match');
      const answer = await asCaller(caller, 'change', async (token) =>
        forwardUpdate(client, { id, token, request, headers }),
      );
      return sendJson(withEtag(reply, answer), answer.text);
    },
    isRecordId,
  );

  route(app, v1.createAttachments, async ({ caller, request, reply }) => {
    // Also where this process has not seen yet that it is heeded: the browser may know from another one.
    const headers = sentAlong(request, 'idempotency-key');
    const answer = await asCaller(caller, 'upload', async (token) =>
      forwardUpload(client, request, { token, headers }),
    );
    if (answer.headers.has('idempotency-key')) echoKey(request, reply);
    return sendJson(reply, answer.text);
  });
}

/** One record as it came, or 304 where the caller has it. @throws UpstreamFailure, and as {@link jsonOf} */
async function readRecord(
  client: UpstreamClient,
  asked: Pick<UpstreamRequest, 'path' | 'token'> & { headers: Record<string, string> },
): Promise<UpstreamText> {
  const answer = await client.read({ method: 'GET', ...asked });
  const isUnchanged = answer.status === 304 && 'if-none-match' in asked.headers;
  if (!isUnchanged) jsonOf(answer, 'read', asked.token);
  return answer;
}

/** A header of the caller's that the service behind the portal gets to see. */
function sentAlong(request: FastifyRequest, name: string): Record<string, string> {
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

/** Tells what the service told: the total, and the ways on that neither repeat nor lose a row. */
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

/** Logs that the service behind the portal did not do its part: the route and the kind of a problem, nothing that was sent or answered. */
function logUpstreamError(app: FastifyInstance): void {
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof UpstreamError)
      request.log.warn(
        {
          requestId: request.id,
          route: `${request.method} ${request.routeOptions.url}`,
          kind: error.kind,
        },
        'trouble with the service behind the portal',
      );
    done();
  });
}
