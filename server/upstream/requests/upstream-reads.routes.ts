import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { v1 } from '#contract/v1/endpoints.ts';
import { route } from '#server/http/routes.ts';
import { pageLink } from '#server/records/list/paging.ts';
import {
  type ListQuery,
  readPage,
  readUpstreamRecords,
  type UpstreamPage,
} from '#server/upstream/client/upstream-pages.ts';
import { isRecordId, recordPath } from '#server/upstream/client/upstream-paths.ts';
import type {
  UpstreamClient,
  UpstreamRequest,
  UpstreamText,
} from '#server/upstream/client/upstream.client.ts';
import { runAsCaller, type StoredKeys } from '#server/upstream/keys/upstream-key.ts';

import { forwardedHeader, sendJson, withEtag } from './forwarded-parts.ts';

interface Deps {
  readonly keys: StoredKeys;
  readonly client: UpstreamClient;
}

/**
 * Registers the operations that read leads and deals of an existing service. The portal validates
 * the caller, the role and the query; the upstream service decides everything else. Records are
 * returned unchanged.
 */
export function upstreamReadRoutes(app: FastifyInstance, { keys, client }: Deps): void {
  for (const endpoint of [v1.listLeads, v1.listDeals])
    route(app, endpoint, async ({ caller, query, request, reply }) => {
      const page = await runAsCaller(keys, caller, 'read', async (token) =>
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
        const response = await runAsCaller(keys, caller, 'read', async (token) =>
          readRecord(client, { path, token, headers }),
        );
        return response.status === 304
          ? withEtag(reply, response).code(304).send()
          : sendJson(withEtag(reply, response), response.text);
      },
      isRecordId,
    );
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
