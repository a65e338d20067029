import { type Capabilities, specifiedCapabilities } from '#contract/portal/accounts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { UpstreamConfig } from '#server/config/config.ts';
import { readTotal } from '#server/upstream/client/upstream-pages.ts';
import type { UpstreamClient, UpstreamRequest } from '#server/upstream/client/upstream.client.ts';

import { type DetectedCapabilities, detectCapabilities } from './upstream-probes.ts';

/**
 * Milliseconds until the next detection. A service seldom changes, but its first leads decide what
 * an empty list could not.
 */
const detectionDelaysMs = { whenDecided: 10 * 60_000, whenUndecided: 60_000 };

/** The capabilities of the upstream service, detected from its responses. */
export interface UpstreamCapabilities {
  /** The client for all requests, so that every response is inspected. */
  readonly client: UpstreamClient;
  /** Returns the capabilities known by now; those not yet detected count as missing. */
  known(): Capabilities;
  isStale(): boolean;
  /**
   * Detects the capabilities with a person's key.
   * @throws NoResponseError, ApiError; KeyRejectedError when the service rejects the key
   */
  detect(token: string): Promise<void>;
}

/**
 * Inspects the responses to a client. Each process stores only its own results, because any process
 * can detect them again.
 */
export function upstreamCapabilities(inner: UpstreamClient): UpstreamCapabilities {
  const { config } = inner;
  const detected: DetectedCapabilities = {};
  const detections = new Map<string, Promise<void>>();
  let staleAt = 0;

  const inspected = <R extends ResponseHead>(request: UpstreamRequest, response: R): R => {
    if (response.status === 200)
      Object.assign(detected, capabilitiesShownBy(request, response.headers, config));
    return response;
  };
  const client: UpstreamClient = {
    ...inner,
    read: async (request) => inspected(request, await inner.read(request)),
  };
  const detectNow = async (token: string): Promise<void> => {
    Object.assign(detected, await detectCapabilities(client, token));
    const isDecided = detected.search !== undefined && detected.sort !== undefined;
    staleAt =
      performance.now() +
      (isDecided ? detectionDelaysMs.whenDecided : detectionDelaysMs.whenUndecided);
  };

  return {
    client,
    known: () => ({ ...specifiedCapabilities, ...detected }),
    isStale: () => performance.now() >= staleAt,
    detect: async (token) => {
      const detection =
        detections.get(token) ?? detectNow(token).finally(() => detections.delete(token));
      detections.set(token, detection);
      return detection;
    },
  };
}

interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

const lists: readonly string[] = [v1.listLeads.path, v1.listDeals.path];

/** Returns the capabilities shown by the headers of a successful response. */
function capabilitiesShownBy(
  { method, path, headers: requestHeaders }: UpstreamRequest,
  headers: Headers,
  config: UpstreamConfig,
): DetectedCapabilities {
  const isList = method === 'GET' && lists.includes(path);
  const isRecord = method === 'GET' && !isList;
  const key = requestHeaders?.['idempotency-key'];
  return {
    ...(isList && readTotal(headers, config) !== null && { count: true }),
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
