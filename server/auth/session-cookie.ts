import type { FastifyReply, FastifyRequest } from 'fastify';

import { sessionLimits } from './sessions.store.ts';

import '@fastify/cookie';

/**
 * Returns the full name of a cookie. With the prefix `__Host-` the browser rejects the cookie
 * without Secure, for another path or from another host; the prefix needs HTTPS.
 */
export function cookieName(request: FastifyRequest, name: string): string {
  return request.server.isHttps ? `__Host-${name}` : name;
}

/**
 * Returns the options of every cookie of the portal: not readable by scripts, and never sent from
 * another site.
 */
export function cookieOptions(request: FastifyRequest) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.server.isHttps,
  } as const;
}

const getName = (request: FastifyRequest) => cookieName(request, 'portal-session');

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether people reach the portal over HTTPS, also when a proxy in front terminates it. */
    isHttps: boolean;
  }
}

/** Returns the token in the session cookie, if there is one. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[getName(request)];
}

/** Sets the session cookie. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(getName(request), token, {
    ...cookieOptions(request),
    maxAge: sessionLimits.absolute / 1000,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(getName(request), { path: '/', secure: request.server.isHttps });
}
