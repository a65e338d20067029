import { randomUUID } from 'node:crypto';

import { v1 } from '#contract/v1/endpoints.ts';
import type { Offers } from '#contract/web/accounts.ts';
import { ApiError } from '#server/plugins/errors.ts';

import { jsonOf, UpstreamTrouble } from './upstream-answers.ts';
import { recordPath } from './upstream-paths.ts';
import type { UpstreamClient } from './upstream.client.ts';

/** What is known of a service; undefined: not yet. */
export type Found = {
  -readonly [K in 'count' | 'search' | 'sort' | 'etag' | 'idempotency']?: Offers[K];
};

const leads = v1.listLeads.path;

/**
 * Finds out what the service can do beside the specification, in five small requests that change nothing. With no leads, or one, part
 * of it stays open. What it tells by headers is seen by whoever watches the client.
 * @throws UpstreamFailure, ApiError when it does not even list leads
 */
export async function lookAt(client: UpstreamClient, token: string): Promise<Found> {
  const list = async (more: Record<string, string>) => {
    const { firstPage, largestPageSize } = client.config;
    const pageSize = String(Math.min(5, largestPageSize));
    const query = new URLSearchParams({ page: String(firstPage), pageSize, ...more });
    const answer = await client.read({ method: 'GET', path: leads, query, token });
    const records = jsonOf(answer, 'read', token);
    return (Array.isArray(records) ? records : []) as unknown[];
  };

  const [first, second] = await list({});
  const id = memberOf(first, 'id');
  if (id === undefined) return {};
  await judged(async () => {
    await client.read({ method: 'GET', path: recordPath(leads, id), token });
    return true;
  });
  const search = await judged(async () => (await list({ q: randomUUID() })).length === 0);
  const sort =
    second === undefined
      ? undefined
      : await judged(async () => {
          const [oldest] = await list({ sort: 'createdAt' });
          const [newest] = await list({ sort: '-createdAt' });
          return momentOf(oldest) < momentOf(newest);
        });
  return { ...(search !== undefined && { search }), ...(sort !== undefined && { sort }) };
}

/** What a probe finds; false where the service refuses it, undefined where it had trouble. */
async function judged(probe: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await probe();
  } catch (error) {
    const isRefusal = error instanceof ApiError && !(error instanceof UpstreamTrouble);
    return isRefusal && error.status !== 429 ? false : undefined;
  }
}

/** NaN without one, which is before and after nothing. */
function momentOf(record: unknown): number {
  return Date.parse(memberOf(record, 'createdAt') ?? '');
}

function memberOf(record: unknown, name: 'id' | 'createdAt'): string | undefined {
  const value: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
