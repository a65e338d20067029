import { v1 } from '#contract/v1/endpoints.ts';
import { type Capabilities, specifiedCapabilities } from '#contract/web/accounts.ts';
import type { UpstreamConfig } from '#server/config.ts';

import { countIn } from './upstream-pages.ts';
import { type Found, lookAt } from './upstream-probes.ts';
import type { UpstreamClient, UpstreamRequest } from './upstream.client.ts';

/** Milliseconds until it is worth looking again: a service changes seldom, but the first leads decide what an empty list could not. */
const again = { whenDecided: 10 * 60_000, whenNot: 60_000 };

/** What the service behind the portal offers, found in its answers. */
export interface UpstreamCapabilities {
  /** The client through which all requests go, so that every answer is looked at. */
  readonly client: UpstreamClient;
  /** What is known by now: what was not seen is not offered. */
  known(): Capabilities;
  isDue(): boolean;
  /** Asks the service with somebody's key. @throws UpstreamFailure, ApiError; KeyRejectedError when it does not take the key */
  look(token: string): Promise<void>;
}

/** Watches the answers to a client. What was seen is kept by this process alone: any other can look again. */
export function upstreamCapabilities(watched: UpstreamClient): UpstreamCapabilities {
  const { config } = watched;
  const found: Found = {};
  const looks = new Map<string, Promise<void>>();
  let nextLook = 0;

  const noted = <A extends Answer>(request: UpstreamRequest, answer: A): A => {
    if (answer.status === 200) Object.assign(found, seenIn(request, answer.headers, config));
    return answer;
  };
  const client: UpstreamClient = {
    ...watched,
    read: async (request) => noted(request, await watched.read(request)),
  };
  const lookNow = async (token: string): Promise<void> => {
    Object.assign(found, await lookAt(client, token));
    const isDecided = found.search !== undefined && found.sort !== undefined;
    nextLook = Date.now() + (isDecided ? again.whenDecided : again.whenNot);
  };

  return {
    client,
    known: () => ({ ...specifiedCapabilities, ...found }),
    isDue: () => Date.now() >= nextLook,
    look: async (token) => {
      const look = looks.get(token) ?? lookNow(token).finally(() => looks.delete(token));
      looks.set(token, look);
      return look;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

const lists: readonly string[] = [v1.listLeads.path, v1.listDeals.path];

/** What the headers of a success show. */
function seenIn(
  { method, path, headers: sent }: UpstreamRequest,
  headers: Headers,
  config: UpstreamConfig,
): Found {
  const isList = method === 'GET' && lists.includes(path);
  const isRecord = method === 'GET' && !isList;
  const key = sent?.['idempotency-key'];
  return {
    ...(isList && countIn(headers, config) !== null && { count: true }),
    ...(isRecord && strongEtag(headers) !== undefined && { etag: true }),
    ...(key !== undefined && { idempotency: headers.get('idempotency-key') === key }),
  };
}

/** The ETag by which a change can be held back; a weak one never matches (RFC 9110, section 13.1.1). */
export function strongEtag(headers: Headers): string | undefined {
  const etag = headers.get('etag') ?? '';
  return /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined;
}
