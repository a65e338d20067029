import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

import {
  type Capabilities,
  type Session,
  specifiedCapabilities,
} from '#contract/portal/accounts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import type { UpstreamConfig } from '#server/config/config.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { readTotal, requestRecords } from '#server/upstream/client/upstream-pages.ts';
import { idText, recordPath } from '#server/upstream/client/upstream-paths.ts';
import { KeyRejectedError, UpstreamError } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamClient, UpstreamRequest } from '#server/upstream/client/upstream.client.ts';
import {
  findUpstreamToken,
  markRejected,
  type StoredKeys,
  type UpstreamToken,
} from '#server/upstream/keys/upstream-key.ts';

/**
 * Milliseconds until the next detection. A service seldom changes, but its first leads decide what
 * an empty list could not.
 */
const detectionDelaysMs = { whenDecided: 10 * 60_000, whenUndecided: 60_000 };

/** The capabilities of the upstream service, detected from its responses. */
export interface UpstreamCapabilities {
  /** The client for all requests, so that every response is inspected. */
  readonly client: UpstreamClient;
  /** Returns the capabilities known so far; those not yet detected count as missing. */
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

  const client: UpstreamClient = {
    ...inner,
    read: async (request) => {
      const response = await inner.read(request);
      if (response.status === 200)
        Object.assign(detected, capabilitiesShownBy(request, response.headers, config));
      return response;
    },
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

/** The detected capabilities of a service; undefined when not yet detected. */
type DetectedCapabilities = {
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
async function detectCapabilities(client: UpstreamClient, token: string) {
  const { firstPage, maxPageSize } = client.config;
  const list: List = async (more = {}) => {
    const pageSize = String(Math.min(5, maxPageSize));
    const query = new URLSearchParams({ page: String(firstPage), pageSize, ...more });
    const { records } = await requestRecords({ client, path: leads, token }, query);
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
  const foundStatuses = new Set(unfiltered.map(({ fields }) => fields.status));
  const status = leadStatuses.find((one) => !foundStatuses.has(one)) ?? '';
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

/** The state of the upstream service, as a session reports it. */
type UpstreamStatus = Pick<Session, 'capabilities' | 'needsApiKey' | 'upstreamName'>;

/**
 * How long a session waits for a slow upstream service, in milliseconds. The next session may
 * report more.
 */
const timeoutMs = 1_200;

/**
 * Returns a function that returns the upstream status of an account. Detects the capabilities when
 * that is due, and retries a key that was rejected.
 */
export function upstreamStatus(
  { db, secrets }: Pick<StoredKeys, 'db' | 'secrets'>,
  capabilities: UpstreamCapabilities,
): (accountId: string) => Promise<UpstreamStatus> {
  const upstreamName = capabilities.client.config.name;
  const isRejected = async (key: UpstreamToken): Promise<boolean> => {
    if (!key.isRejected && !capabilities.isStale()) return false;
    try {
      await capabilities.detect(key.token);
      await markRejected(db, key, false);
      return false;
    } catch (error) {
      if (!(error instanceof KeyRejectedError)) return key.isRejected;
      await markRejected(db, key, true);
      return true;
    }
  };

  return async (accountId) => {
    const key = await findUpstreamToken(db, secrets, accountId);
    if (!key) return { capabilities: capabilities.known(), needsApiKey: true, upstreamName };
    const keyCheck = isRejected(key).catch(() => key.isRejected);
    const needsApiKey = await Promise.race([
      keyCheck,
      wait(timeoutMs, key.isRejected, { ref: false }),
    ]);
    return { capabilities: capabilities.known(), needsApiKey, upstreamName };
  };
}
