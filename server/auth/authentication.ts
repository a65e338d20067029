import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { backgroundWork } from '#server/jobs/scheduled-jobs.ts';

import { readAccessToken } from './access-tokens.ts';
import type { Caller } from './caller.ts';
import { keyHolders, recordUse } from './key-holders.store.ts';
import type { Secrets } from './secrets.ts';
import { sessionCookie } from './session-cookie.ts';
import { callerByCookie, callerBySession } from './sessions.store.ts';

/**
 * Identifies the caller of every request to an endpoint with authentication, by one indexed query:
 * with a bearer token (an API key, the access token of a session, or a key of the operator) or the
 * session cookie.
 * {@link addAccessCheck} rejects the requests without a caller.
 */
export function addAuthentication(
  app: FastifyInstance,
  { pool, secrets, now, onNewAddress }: AuthenticationDeps,
): void {
  const findHolder = keyHolders(pool);
  const record = lastUseRecorder(app, now);
  const holderByKey = async (key: string, { ip }: FastifyRequest) => {
    // API keys of an upstream service have no known format.
    const holder = await findHolder(key);
    if (!holder) return undefined;
    const { keyId } = holder;
    record(`${keyId} ${key.slice(-4)} ${ip}`, async () => {
      const isNew = await recordUse(pool, keyId, ip);
      if (isNew && holder.kind === 'account') await onNewAddress(holder.caller, { ip }, keyId);
    });
    return holder;
  };
  const callerByToken = async (token: string, request: FastifyRequest) => {
    const sessionId = readAccessToken(secrets.accessTokens, token, now());
    if (sessionId !== undefined) return callerBySession(pool, sessionId);
    const holder = await holderByKey(token, request);
    return holder?.kind === 'account' ? holder.caller : undefined;
  };
  const operatorByToken = async (token: string, request: FastifyRequest) => {
    const holder = await holderByKey(token, request);
    return holder?.kind === 'operator' ? holder.caller : undefined;
  };
  app.decorate('endpoints', []);
  app.decorateRequest('caller', null);
  app.decorateRequest('operator', null);
  app.addHook('onRequest', async (request) => {
    const { auth } = request.routeOptions.config.endpoint ?? {};
    if (auth === 'bearer') {
      const token = bearerToken(request);
      request.caller = (token && (await callerByToken(token, request))) || null;
    } else if (auth === 'session') {
      const token = sessionCookie.read(request);
      request.caller = (token && (await callerByCookie(pool, token))) || null;
    } else if (auth === 'operator') {
      const token = bearerToken(request);
      request.operator = (token && (await operatorByToken(token, request))) || null;
    }
  });
}

/** Dependencies of the authentication. */
interface AuthenticationDeps {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly now: () => Date;
  /** Told when an API key is used from an address for the first time. */
  readonly onNewAddress: (
    caller: Caller,
    request: Pick<FastifyRequest, 'ip'>,
    keyId: string,
  ) => Promise<void>;
}

/** Rejects callers who are not identified (401), or whose role has no access (403). */
export function addAccessCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const error = endpoint && endpoint.auth !== 'none' && accessError(endpoint, request);
    done(error || undefined);
  });
}

const peopleByRole = {
  broker: 'Brokers',
  'partner-admin': 'Partner admins',
  support: 'Support staff',
} as const;

function accessError(endpoint: Endpoint, request: FastifyRequest): ApiError | undefined {
  const { caller } = request;
  const identified = endpoint.auth === 'operator' ? request.operator : caller;
  if (endpoint.auth === 'operator' && identified === null)
    return tokenError(request, operatorSentences);
  if (identified?.isReadOnly === true && endpoint.method !== 'GET')
    return new ApiError('no-access', 'This key is read-only: it changes nothing.');
  if (endpoint.auth === 'operator') return undefined;
  if (caller === null)
    return endpoint.auth === 'session' ? notSignedIn() : tokenError(request, apiKeySentences);
  return endpoint.roles.includes(caller.role)
    ? undefined
    : new ApiError('no-access', `${peopleByRole[caller.role]} don’t have access to this.`);
}

function notSignedIn(): ApiError {
  const sentence = 'You are not signed in, or your session has expired. Sign in to continue.';
  return new ApiError('not-signed-in', sentence);
}

const apiKeySentences = {
  missing:
    'Send your API key in the header Authorization: Bearer <API key>. It is on your profile page.',
  invalid:
    'This API key or access token is not valid, or no longer. The current API key is on your profile page.',
};
const operatorSentences = {
  missing: 'Send a key of the operator in the header Authorization: Bearer <key>.',
  invalid:
    'This key of the operator is not valid, or no longer. API keys of partners are not valid here.',
};

/** Returns the error for a request without a bearer token, or with an invalid one. */
function tokenError(request: FastifyRequest, sentences: typeof apiKeySentences): ApiError {
  return bearerToken(request) === undefined
    ? new ApiError('missing-token', sentences.missing, {
        headers: { 'www-authenticate': 'Bearer' },
      })
    : new ApiError('invalid-token', sentences.invalid, {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** How long the use of a key from an address is not stored again, in milliseconds. */
const recordAgainMs = 60_000;
/** How many uses are remembered for that. */
const maxRemembered = 10_000;

/**
 * Returns a function that stores the use of a key without delaying the request, once a minute in
 * each process. Closing the app waits for the writes.
 */
function lastUseRecorder(app: FastifyInstance, now: () => Date) {
  const start = backgroundWork(app, 'last use of a key not noted');
  const recorded = new Map<string, number>();
  return (use: string, store: () => Promise<void>) => {
    const at = now().getTime();
    if (at - (recorded.get(use) ?? -Infinity) < recordAgainMs) return;
    if (recorded.size >= maxRemembered) recorded.clear();
    recorded.set(use, at);
    start(async () =>
      store().catch((error: unknown) => {
        recorded.delete(use);
        throw error;
      }),
    );
  };
}
