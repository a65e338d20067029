import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { v1 } from '#contract/v1/endpoints.ts';
import { parseBody } from '#server/http/parsing.ts';
import { recordPath, idText } from '#server/upstream/client/upstream-paths.ts';
import { jsonOf, assertSuccess } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient, UpstreamText } from '#server/upstream/client/upstream.client.ts';

/**
 * The contract's wrapper around the changed fields; the upstream service decides which fields
 * exist.
 */
const updateBody = z.strictObject(
  {
    fields: z.record(z.string(), z.unknown(), {
      error: () => 'Send the lead’s fields as an object.',
    }),
  },
  { error: () => 'Send a JSON object with one member, "fields".' },
);

/** The minimum that identifies a lead's record: a service may return nothing, or something else. */
const leadRecord = z.looseObject({
  id: idText,
  createdAt: z.string(),
  fields: z.looseObject({}),
});

/** An update of a lead with the caller's key. */
interface Update {
  readonly id: string;
  readonly token: string;
  readonly request: FastifyRequest;
  /** Headers of the caller to forward. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Updates a lead in the wrapper that the upstream service expects. Returns the response with the
 * whole lead: the one to the update, or that of reading the lead again.
 * @throws NoResponseError, and as {@link jsonOf}; ApiError 400 for a body that is not `{fields}`
 */
export async function forwardUpdate(
  client: UpstreamClient,
  { id, token, request, headers }: Update,
): Promise<UpstreamText> {
  const { fields } = parseBody({ ...v1.updateLead, body: updateBody }, request);
  const { patchWrapper } = client.config;
  const response = await client.read({
    method: 'PATCH',
    path: recordPath('/api/v1/LEAD', id),
    token,
    headers,
    body: JSON.stringify(patchWrapper === null ? fields : { [patchWrapper]: fields }),
  });
  assertSuccess(response, 'change', token);
  if (hasLead(response)) return response;
  const path = recordPath(v1.listLeads.path, id);
  const read = await client.read({ method: 'GET', path, token });
  jsonOf(read, 'change', token);
  return read;
}

function hasLead({ text }: UpstreamText): boolean {
  try {
    return leadRecord.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
