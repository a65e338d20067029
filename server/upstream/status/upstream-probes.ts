import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { leadStatuses } from '#contract/v1/values.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { recordPath, idText } from '#server/upstream/client/upstream-paths.ts';
import { jsonOf, UpstreamError } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';

/** The detected capabilities of a service; undefined when not yet detected. */
export type Found = {
  -readonly [K in 'count' | 'search' | 'sort' | 'etag' | 'idempotency']?: Capabilities[K];
};

const leads = v1.listLeads.path;

/** The parts of a lead that a probe needs. */
const seenLead = z.object({
  id: idText,
  createdAt: z.string(),
  fields: z.object({ status: z.string() }),
});
type SeenLead = z.infer<typeof seenLead>;
type List = (more?: Record<string, string>) => Promise<readonly SeenLead[]>;

/**
 * Detects what the service supports beyond the specification, in six small requests that change
 * nothing. With fewer than two leads a part stays undetected. Capabilities shown by headers are
 * detected by the client that sends the requests.
 * @throws UpstreamFailure, ApiError when the service cannot even list leads
 */
export async function lookAt(client: UpstreamClient, token: string): Promise<Found> {
  const { firstPage, maxPageSize } = client.config;
  const list: List = async (more = {}) => {
    const pageSize = String(Math.min(5, maxPageSize));
    const query = new URLSearchParams({ page: String(firstPage), pageSize, ...more });
    const response = await client.read({ method: 'GET', path: leads, query, token });
    const records = z.array(z.unknown()).parse(jsonOf(response, 'read', token));
    return records.flatMap((record) => seenLead.safeParse(record).data ?? []);
  };

  const plain = await list();
  const [first] = plain;
  if (!first) return {};
  const path = recordPath(leads, first.id);
  const [search, sort] = await Promise.all([
    validated(async () => searches(list, plain)),
    plain.length < 2 ? undefined : validated(async () => sorts(list)),
    validated(async () => (await client.read({ method: 'GET', path, token })).status === 200),
  ]);
  return { ...(search !== undefined && { search }), ...(sort !== undefined && { sort }) };
}

/**
 * Returns whether an improbable word finds nothing, and a status that is not on the unfiltered page
 * finds only leads with that status.
 */
async function searches(list: List, plain: readonly SeenLead[]): Promise<boolean> {
  if ((await list({ q: randomUUID() })).length > 0) return false;
  const there = new Set(plain.map(({ fields }) => fields.status));
  const status = leadStatuses.find((one) => !there.has(one)) ?? '';
  return (await list({ status })).every(({ fields }) => fields.status === status);
}

/** Returns whether the lists sorted from oldest and from newest start with different times. */
async function sorts(list: List): Promise<boolean> {
  const [[oldest], [newest]] = await Promise.all([
    list({ sort: 'createdAt' }),
    list({ sort: '-createdAt' }),
  ]);
  return Date.parse(oldest?.createdAt ?? '') < Date.parse(newest?.createdAt ?? '');
}

/**
 * Returns the result of a probe; false when the service rejects the request, undefined when the
 * service fails or is busy.
 */
async function validated(probe: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await probe();
  } catch (error) {
    const isRejection = error instanceof ApiError && !(error instanceof UpstreamError);
    return isRejection && error.status !== 429 ? false : undefined;
  }
}
