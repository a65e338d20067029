import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { readAccessToken } from './access-tokens.ts';
import { callerByApiKey, noteUse } from './api-keys.store.ts';
import type { Caller } from './caller.ts';
import type { Secrets } from './secrets.ts';
import { sessionToken } from './session-cookie.ts';
import { callerByCookie, callerBySession } from './sessions.store.ts';

/**
 * Identifies the caller of every request to an endpoint with authentication, by one indexed query:
 * with a bearer token (an API key, or the access token of a session) or the session cookie.
 * {@link addAccessCheck} rejects the requests without a caller.
 */
export function addAuthentication(
  app: FastifyInstance,
  { pool, secrets }: { pool: pg.Pool; secrets: Secrets },
): void {
  const note = lastUseNotes(app, pool);
  const callerByToken = async (token: string): Promise<Caller | undefined> => {
    const sessionId = readAccessToken(secrets.accessTokens, token);
    if (sessionId !== undefined) return callerBySession(pool, sessionId);
    // API keys of an upstream service have no known format.
    const found = await callerByApiKey(pool, token);
    if (found && !found.isNoted) note(token);
    return found?.caller;
  };
  app.decorate('endpoints', []);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { auth } = request.routeOptions.config.endpoint ?? {};
    if (auth === 'bearer') {
      const token = bearerToken(request);
      request.caller = (token && (await callerByToken(token))) || null;
    } else if (auth === 'session') {
      const token = sessionToken(request);
      request.caller = (token && (await callerByCookie(pool, token))) || null;
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

const peopleOf = {
  broker: 'Brokers',
  'partner-admin': 'Partner admins',
  support: 'Support staff',
} as const;

function accessError(endpoint: Endpoint, request: FastifyRequest): ApiError | undefined {
  const { caller } = request;
  if (caller === null) return endpoint.auth === 'session' ? notSignedIn() : tokenError(request);
  return endpoint.roles.includes(caller.role)
    ? undefined
    : new ApiError(403, 'no-access', `${peopleOf[caller.role]} don’t have access to this.`);
}

function notSignedIn(): ApiError {
  const sentence = 'You are not signed in, or your session has expired. Sign in to continue.';
  return new ApiError(401, 'not-signed-in', sentence);
}

/** Returns the error for a request without a bearer token, or with an invalid one. */
function tokenError(request: FastifyRequest): ApiError {
  return bearerToken(request) === undefined
    ? new ApiError(
        401,
        'missing-token',
        'Send your API key in the header Authorization: Bearer <API key>. It is on your profile page.',
        { headers: { 'www-authenticate': 'Bearer' } },
      )
    : new ApiError(
        401,
        'invalid-token',
        'This API key or access token is not valid, or no longer. The current API key is on your profile page.',
        { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
      );
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Returns a function that stores the last use of an API key without delaying the request, one write
 * at a time for each key. Closing the app waits for the writes.
 */
function lastUseNotes(app: FastifyInstance, pool: pg.Pool): (apiKey: string) => void {
  const writing = new Map<string, Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(writing.values())));
  return (apiKey) => {
    if (writing.has(apiKey)) return;
    const write = noteUse(pool, apiKey)
      .catch((error: unknown) =>
        app.log.warn({ error: String(error) }, 'last use of an API key not noted'),
      )
      .finally(() => writing.delete(apiKey));
    writing.set(apiKey, write);
  };
}
