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

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether people reach the portal over HTTPS, also when a proxy in front terminates it. */
    isHttps: boolean;
  }
}

/** Returns a cookie with a token: not readable by scripts, and never sent from another site. */
export function tokenCookie(name: string, lifetimeMs: number) {
  return {
    /** Returns the token, if the browser has one. */
    read: (request: FastifyRequest) => request.cookies[cookieName(request, name)],
    /** Sets the token; undefined: removes the cookie. */
    set: (request: FastifyRequest, reply: FastifyReply, token: string | undefined): void => {
      reply.setCookie(cookieName(request, name), token ?? '', {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: request.server.isHttps,
        maxAge: token === undefined ? 0 : lifetimeMs / 1000,
      });
    },
  };
}

/** The cookie that signs somebody in. */
export const sessionCookie = tokenCookie('portal-session', sessionLimits.absolute);
