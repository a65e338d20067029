import type { FastifyReply, FastifyRequest } from 'fastify';

import { sessionLimits } from '#server/accounts/sessions.store.ts';

import '@fastify/cookie';

// __Host- makes the browser refuse it without Secure, for another path or from another host; it needs https.
const name = (request: FastifyRequest) =>
  request.server.isHttps ? '__Host-portal-session' : 'portal-session';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether people reach the portal by https, whatever a proxy in front does. */
    isHttps: boolean;
  }
}

/** The token in the session cookie, if there is one. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[name(request)];
}

/** Gives the browser the session: out of reach of scripts, and never sent along from another site. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(name(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.server.isHttps,
    maxAge: sessionLimits.absolute / 1000,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(name(request), { path: '/', secure: request.server.isHttps });
}
