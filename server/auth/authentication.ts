import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { loggedFailure } from '#server/errors/logged-failure.ts';

import { readAccessToken } from './access-tokens.ts';
import { callersByApiKey, noteUse } from './api-keys.store.ts';
import type { Caller, OperatorCaller } from './caller.ts';
import { callerByOperatorKey, noteOperatorKeyUse } from './operator-keys.store.ts';
import type { Secrets } from './secrets.ts';
import { sessionToken } from './session-cookie.ts';
import { callerByCookie, callerBySession } from './sessions.store.ts';

/**
 * Identifies the caller of every request to an endpoint with authentication, by one indexed query:
 * with a bearer token (an API key, the access token of a session, or a key of the operator) or the
 * session cookie.
 * {@link addAccessCheck} rejects the requests without a caller.
 */
export function addAuthentication(
  app: FastifyInstance,
  { pool, secrets, now }: { pool: pg.Pool; secrets: Secrets; now: () => Date },
): void {
  const callerByApiKey = callersByApiKey(pool);
  const note = lastUseNotes(app, (key) => noteUse(pool, key));
  const noteOperator = lastUseNotes(app, (key) => noteOperatorKeyUse(pool, key));
  const callerByToken = async (token: string): Promise<Caller | undefined> => {
    const sessionId = readAccessToken(secrets.accessTokens, token, now());
    if (sessionId !== undefined) return callerBySession(pool, sessionId);
    // API keys of an upstream service have no known format.
    const found = await callerByApiKey(token);
    if (found && !found.isNoted) note(token);
    return found?.caller;
  };
  const operatorByToken = async (token: string): Promise<OperatorCaller | undefined> => {
    const found = await callerByOperatorKey(pool, token);
    if (found && !found.isNoted) noteOperator(token);
    return found?.caller;
  };
  app.decorate('endpoints', []);
  app.decorateRequest('caller', null);
  app.decorateRequest('operator', null);
  app.addHook('onRequest', async (request) => {
    const { auth } = request.routeOptions.config.endpoint ?? {};
    if (auth === 'bearer') {
      const token = bearerToken(request);
      request.caller = (token && (await callerByToken(token))) || null;
    } else if (auth === 'session') {
      const token = sessionToken(request);
      request.caller = (token && (await callerByCookie(pool, token))) || null;
    } else if (auth === 'operator') {
      const token = bearerToken(request);
      request.operator = (token && (await operatorByToken(token))) || null;
    }
  });
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
  if (endpoint.auth === 'operator')
    return request.operator === null ? tokenError(request, operatorSentences) : undefined;
  if (caller === null)
    return endpoint.auth === 'session' ? notSignedIn() : tokenError(request, apiKeySentences);
  return endpoint.roles.includes(caller.role)
    ? undefined
    : new ApiError(403, 'no-access', `${peopleByRole[caller.role]} don’t have access to this.`);
}

function notSignedIn(): ApiError {
  const sentence = 'You are not signed in, or your session has expired. Sign in to continue.';
  return new ApiError(401, 'not-signed-in', sentence);
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
    ? new ApiError(401, 'missing-token', sentences.missing, {
        headers: { 'www-authenticate': 'Bearer' },
      })
    : new ApiError(401, 'invalid-token', sentences.invalid, {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Returns a function that stores the last use of a key, by `store`, without delaying the request,
 * one write at a time for each key. Closing the app waits for the writes.
 */
function lastUseNotes(
  app: FastifyInstance,
  store: (key: string) => Promise<void>,
): (key: string) => void {
  const writing = new Map<string, Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(writing.values())));
  return (key) => {
    if (writing.has(key)) return;
    const write = store(key)
      .catch((error: unknown) => app.log.warn(loggedFailure(error), 'last use of a key not noted'))
      .finally(() => writing.delete(key));
    writing.set(key, write);
  };
}
