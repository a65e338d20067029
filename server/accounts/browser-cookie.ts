import type { FastifyReply, FastifyRequest } from 'fastify';

import { cookieName, cookieOptions } from '#server/auth/session-cookie.ts';

import { browserLifetimeMs } from './known-browsers.store.ts';
import { stepLifetimeMs } from './sign-in-steps.store.ts';

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

/** Returns the token of the second step of a sign-in that this browser has begun. */
export function stepToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request, 'portal-sign-in')];
}

/** Sets the cookie of the second step. It signs nobody in; undefined: the step is over. */
export function setStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): void {
  reply.setCookie(cookieName(request, 'portal-sign-in'), token ?? '', {
    ...cookieOptions(request),
    maxAge: token === undefined ? 0 : stepLifetimeMs / 1000,
  });
}
