import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { recordPath, idText } from '#server/upstream/client/upstream-paths.ts';
import { readJson, UpstreamError } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';

/** The detected capabilities of a service; undefined when not yet detected. */
export type DetectedCapabilities = {
  -readonly [K in 'count' | 'search' | 'sort' | 'etag' | 'idempotency']?: Capabilities[K];
};

const leads = v1.listLeads.path;

/** The parts of a lead that a probe needs. */
const probedLead = z.object({
  id: idText,
  createdAt: z.string(),
  fields: z.object({ status: z.string() }),
});
type ProbedLead = z.infer<typeof probedLead>;
type List = (more?: Record<string, string>) => Promise<readonly ProbedLead[]>;

/**
 * Detects what the service supports beyond the specification, in six small requests that change
 * nothing. With fewer than two leads a part stays undetected. Capabilities shown by headers are
 * detected by the client that sends the requests.
 * @throws NoResponseError, ApiError when the service cannot even list leads
 */
export async function detectCapabilities(
  client: UpstreamClient,
  token: string,
): Promise<DetectedCapabilities> {
  const { firstPage, maxPageSize } = client.config;
  const list: List = async (more = {}) => {
    const pageSize = String(Math.min(5, maxPageSize));
    const query = new URLSearchParams({ page: String(firstPage), pageSize, ...more });
    const response = await client.read({ method: 'GET', path: leads, query, token });
    const records = z.array(z.unknown()).parse(readJson(response, 'read', token));
    return records.flatMap((record) => probedLead.safeParse(record).data ?? []);
  };

  const unfiltered = await list();
  const [first] = unfiltered;
  if (!first) return {};
  const path = recordPath(leads, first.id);
  const [search, sort] = await Promise.all([
    probeResult(async () => supportsSearch(list, unfiltered)),
    unfiltered.length < 2 ? undefined : probeResult(async () => supportsSort(list)),
    probeResult(async () => (await client.read({ method: 'GET', path, token })).status === 200),
  ]);
  return { ...(search !== undefined && { search }), ...(sort !== undefined && { sort }) };
}

/**
 * Returns whether an improbable word finds nothing, and a status that is not on the unfiltered page
 * finds only leads with that status.
 */
async function supportsSearch(list: List, unfiltered: readonly ProbedLead[]): Promise<boolean> {
  if ((await list({ q: randomUUID() })).length > 0) return false;
  const presentStatuses = new Set(unfiltered.map(({ fields }) => fields.status));
  const status = leadStatuses.find((one) => !presentStatuses.has(one)) ?? '';
  return (await list({ status })).every(({ fields }) => fields.status === status);
}

/** Returns whether the lists sorted from oldest and from newest start with different times. */
async function supportsSort(list: List): Promise<boolean> {
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
async function probeResult(probe: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await probe();
  } catch (error) {
    const isRejection = error instanceof ApiError && !(error instanceof UpstreamError);
    return isRejection && error.status !== 429 ? false : undefined;
  }
}
