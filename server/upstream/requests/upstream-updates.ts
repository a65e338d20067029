import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { v1 } from '#contract/v1/endpoints.ts';
import { parseBody } from '#server/http/parsing.ts';
import { readUpstreamRecords, recordShape } from '#server/upstream/client/upstream-pages.ts';
import { recordPath } from '#server/upstream/client/upstream-paths.ts';
import { assertSuccess } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient, UpstreamText } from '#server/upstream/client/upstream.client.ts';
import { recordAccepted, type Recording } from '#server/upstream/history/record-accepted.ts';
import { changedValues } from '#server/upstream/history/upstream-changes.rules.ts';

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

/** A whole lead: some services return only what was changed. */
const leadRecord = z.extend(recordShape, { createdAt: z.string() });

/** Milliseconds that an update waits to learn the values before it. */
const maxReadBeforeMs = 5_000;

/** An update of a lead with the caller's key. */
interface Update extends Omit<Recording, 'log'> {
  readonly id: string;
  readonly token: string;
  readonly request: FastifyRequest;
  /** Headers of the caller to forward. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Updates a lead in the wrapper that the upstream service expects. Returns the response with the
 * whole lead: the one to the update, or that of reading the lead again. Records what was changed.
 * @throws NoResponseError, and as {@link readUpstreamRecords}; ApiError 400 for a body that is not
 * `{fields}`
 */
export async function forwardUpdate(client: UpstreamClient, update: Update): Promise<UpstreamText> {
  const { id, request } = update;
  const { fields } = parseBody({ ...v1.updateLead, body: updateBody }, request);
  const before = await readBefore(client, update);
  const response = await sendUpdate(client, update, fields);
  const after = fieldsIn(response) ?? {};
  const changed = changedValues({ sent: fields, before, after });
  if (Object.keys(changed.current).length > 0)
    await recordAccepted({ ...update, log: request.log }, [
      { leadId: id, kind: 'changed', ...changed },
    ]);
  return response;
}

/** Returns the fields of a lead before an update; undefined if they could not be read. */
async function readBefore(client: UpstreamClient, { id, token }: Update) {
  const path = recordPath(v1.listLeads.path, id);
  const signal = AbortSignal.timeout(maxReadBeforeMs);
  try {
    return fieldsIn(await client.read({ method: 'GET', path, token, signal }));
  } catch {
    return undefined;
  }
}

async function sendUpdate(
  client: UpstreamClient,
  { id, token, headers }: Update,
  fields: Readonly<Record<string, unknown>>,
): Promise<UpstreamText> {
  const { patchWrapper } = client.config;
  const response = await client.read({
    method: 'PATCH',
    path: recordPath('/api/v1/LEAD', id),
    token,
    headers,
    body: JSON.stringify(patchWrapper === null ? fields : { [patchWrapper]: fields }),
  });
  assertSuccess(response, 'change', token);
  if (fieldsIn(response)) return response;
  const path = recordPath(v1.listLeads.path, id);
  const read = await client.read({ method: 'GET', path, token });
  readUpstreamRecords(read, 'change', token);
  return read;
}

/** Returns the fields of the lead in a response; undefined if it has none. */
function fieldsIn({ status, text }: UpstreamText): Readonly<Record<string, unknown>> | undefined {
  if (status < 200 || status >= 300) return undefined;
  try {
    return leadRecord.safeParse(JSON.parse(text)).data?.fields;
  } catch {
    return undefined;
  }
}
