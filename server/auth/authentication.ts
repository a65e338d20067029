import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

import { ApiError } from '#server/errors/api-error.ts';

import { readAccessToken } from './access-tokens.ts';
import { callerByApiKey, noteUse } from './api-keys.store.ts';
import type { Caller } from './caller.ts';
import type { Secrets } from './secrets.ts';
import { sessionToken } from './session-cookie.ts';
import { callerByCookie, callerBySession } from './sessions.store.ts';

/**
 * Decorates the app with the two ways to identify the caller, one indexed query each:
 * `identify.bearer` (an API key, or the access token of a session) and `identify.session` (the
 * cookie). Both throw 401.
 */
export function addAuthentication(
  app: FastifyInstance,
  deps: { pool: pg.Pool; secrets: Secrets },
): void {
  const note = lastUseNotes(app, deps.pool);
  app.decorate('endpoints', []);
  app.decorateRequest('caller', null);
  app.decorate('identify', {
    bearer: async (request) => {
      const token = bearerToken(request);
      const sessionId = readAccessToken(deps.secrets.accessTokens, token);
      if (sessionId !== undefined) return known(await callerBySession(deps.pool, sessionId));
      // API keys of an upstream service have no known format.
      const found = await callerByApiKey(deps.pool, token);
      if (found && !found.isNoted) note(token);
      return known(found?.caller);
    },
    session: async (request) => {
      const token = sessionToken(request);
      const caller = token && (await callerByCookie(deps.pool, token));
      if (!caller)
        throw new ApiError(
          401,
          'not-signed-in',
          'You are not signed in, or your session has expired. Sign in to continue.',
        );
      return caller;
    },
  });
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw new ApiError(
      401,
      'missing-token',
      'Send your API key in the header Authorization: Bearer <API key>. It is on your profile page.',
      {
        headers: { 'www-authenticate': 'Bearer' },
      },
    );
  return token;
}

function known(caller: Caller | undefined): Caller {
  if (!caller)
    throw new ApiError(
      401,
      'invalid-token',
      'This API key or access token is not valid, or no longer. The current API key is on your profile page.',
      {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      },
    );
  return caller;
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
