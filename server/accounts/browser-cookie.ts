import type { FastifyReply, FastifyRequest } from 'fastify';

import { cookieName, cookieOptions } from '#server/auth/session-cookie.ts';

import { browserLifetimeMs } from './known-browsers.store.ts';

/** Returns the token by which a browser is known, if it has one. */
export function browserToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request, 'portal-browser')];
}

/** Sets the cookie by which the browser is known from now on. The cookie signs nobody in. */
export function setBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(cookieName(request, 'portal-browser'), token, {
    ...cookieOptions(request),
    maxAge: browserLifetimeMs / 1000,
  });
}
