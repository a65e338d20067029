import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { v1 } from '#contract/v1/endpoints.ts';
import { leadStatuses } from '#contract/v1/values.ts';
import type { Capabilities } from '#contract/web/accounts.ts';
import { ApiError } from '#server/plugins/errors.ts';

import { jsonOf, UpstreamError } from './upstream-answers.ts';
import { recordPath, idText } from './upstream-paths.ts';
import type { UpstreamClient } from './upstream.client.ts';

/** What is known of a service; undefined: not yet. */
export type Found = {
  -readonly [K in 'count' | 'search' | 'sort' | 'etag' | 'idempotency']?: Capabilities[K];
};

const leads = v1.listLeads.path;

/** As much of a lead as a probe looks at. */
const seenLead = z.object({
  id: idText,
  createdAt: z.string(),
  fields: z.object({ status: z.string() }),
});
type SeenLead = z.infer<typeof seenLead>;
type List = (more?: Record<string, string>) => Promise<readonly SeenLead[]>;

/**
 * Finds out what the service can do beside the specification, in six small requests that change nothing. With no leads, or one, part
 * of it stays open. What it tells by headers is seen by whoever watches the client.
 * @throws UpstreamFailure, ApiError when it does not even list leads
 */
export async function lookAt(client: UpstreamClient, token: string): Promise<Found> {
  const { firstPage, maxPageSize } = client.config;
  const list: List = async (more = {}) => {
    const pageSize = String(Math.min(5, maxPageSize));
    const query = new URLSearchParams({ page: String(firstPage), pageSize, ...more });
    const answer = await client.read({ method: 'GET', path: leads, query, token });
    const records = z.array(z.unknown()).parse(jsonOf(answer, 'read', token));
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

/** Whether an improbable word finds nothing, and a status that is not on the plain page finds that status alone. */
async function searches(list: List, plain: readonly SeenLead[]): Promise<boolean> {
  if ((await list({ q: randomUUID() })).length > 0) return false;
  const there = new Set(plain.map(({ fields }) => fields.status));
  const status = leadStatuses.find((one) => !there.has(one)) ?? '';
  return (await list({ status })).every(({ fields }) => fields.status === status);
}

/** Whether the lists from the oldest and from the newest on begin at different times. */
async function sorts(list: List): Promise<boolean> {
  const [[oldest], [newest]] = await Promise.all([
    list({ sort: 'createdAt' }),
    list({ sort: '-createdAt' }),
  ]);
  return Date.parse(oldest?.createdAt ?? '') < Date.parse(newest?.createdAt ?? '');
}

/** What a probe finds; false where the service rejects it, undefined where it had a problem. */
async function validated(probe: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await probe();
  } catch (error) {
    const isRejection = error instanceof ApiError && !(error instanceof UpstreamError);
    return isRejection && error.status !== 429 ? false : undefined;
  }
}
