import { type Capabilities, specifiedCapabilities } from '#contract/portal/accounts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { UpstreamConfig } from '#server/config/config.ts';
import { countIn } from '#server/upstream/client/upstream-pages.ts';
import type { UpstreamClient, UpstreamRequest } from '#server/upstream/client/upstream.client.ts';

import { type Found, lookAt } from './upstream-probes.ts';

/**
 * Milliseconds until the next detection. A service seldom changes, but its first leads decide what
 * an empty list could not.
 */
const again = { whenDecided: 10 * 60_000, whenNot: 60_000 };

/** The capabilities of the upstream service, detected from its responses. */
export interface UpstreamCapabilities {
  /** The client for all requests, so that every response is inspected. */
  readonly client: UpstreamClient;
  /** Returns the capabilities known by now; those not yet detected count as missing. */
  known(): Capabilities;
  isDue(): boolean;
  /**
   * Detects the capabilities with a person's key.
   * @throws UpstreamFailure, ApiError; KeyRejectedError when the service rejects the key
   */
  look(token: string): Promise<void>;
}

/**
 * Inspects the responses to a client. Each process stores only its own results, because any process
 * can detect them again.
 */
export function upstreamCapabilities(watched: UpstreamClient): UpstreamCapabilities {
  const { config } = watched;
  const found: Found = {};
  const looks = new Map<string, Promise<void>>();
  let nextLook = 0;

  const noted = <A extends Answer>(request: UpstreamRequest, response: A): A => {
    if (response.status === 200) Object.assign(found, seenIn(request, response.headers, config));
    return response;
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

/** Returns the capabilities shown by the headers of a successful response. */
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

/**
 * Returns the ETag if it can make a change conditional; a weak one never matches `If-Match` (RFC
 * 9110, section 13.1.1).
 */
export function strongEtag(headers: Headers): string | undefined {
  const etag = headers.get('etag') ?? '';
  return /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined;
}
