import type { FastifyReply, FastifyRequest } from 'fastify';

import { sessionLimits } from '#server/accounts/sessions.store.ts';

import '@fastify/cookie';

/** The whole name of a cookie. `__Host-` makes the browser reject it without Secure, for another path or from another host; it needs https. */
export function cookieName(request: FastifyRequest, name: string): string {
  return request.server.isHttps ? `__Host-${name}` : name;
}

/** What every cookie of the portal is: out of reach of scripts, and never sent along from another site. */
export function cookieOptions(request: FastifyRequest) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.server.isHttps,
  } as const;
}

const nameOf = (request: FastifyRequest) => cookieName(request, 'portal-session');

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether people reach the portal by https, whatever a proxy in front does. */
    isHttps: boolean;
  }
}

/** The token in the session cookie, if there is one. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request)];
}

/** Gives the browser the session. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(nameOf(request), token, {
    ...cookieOptions(request),
    maxAge: sessionLimits.absolute / 1000,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameOf(request), { path: '/', secure: request.server.isHttps });
}
