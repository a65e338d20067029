import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Scripts, styles and connections of our own origin only, and what the page itself holds, by its hash; images also as the previews of
 * files about to be attached. No string becomes code: the one Trusted Types policy, `portal`, passes worker addresses of this origin.
 */
function pagePolicy(page: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf('script', page)].join(' '),
    ["style-src 'self'", ...hashesOf('style', page)].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types portal',
  ].join('; ');
}

/** The hashes by which a policy allows the text of elements written into the page, as `'sha256-…'`. */
function hashesOf(element: 'script' | 'style', page: string): string[] {
  const texts = page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'));
  return [...texts].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/**
 * Whether a request is for the interface or the portal's own endpoints, not for a page. The route tells where there is one, because
 * one address can be written in many ways (`/%61pi`, `http://host/api`).
 */
export function isForEndpoint({ routeOptions, url }: FastifyRequest): boolean {
  return /^\/(api|portal)(?=[/?]|$)/.test(routeOptions.url ?? url);
}

/** What keeps browsers from doing more with an answer than it is for. */
export interface SecurityHeaders {
  readonly page: Readonly<Record<string, string>>;
  /** Of the interface and the portal's own endpoints. */
  readonly data: Readonly<Record<string, string>>;
}

/** `page` is the portal's, as it is served: what it holds of scripts and styles may run. */
export function securityHeaders(isHttps: boolean, page = ''): SecurityHeaders {
  const always = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  return {
    page: { ...always, 'content-security-policy': pagePolicy(page) },
    data: {
      ...always,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  };
}

/** Sets the headers of every answer. A route may set its own policy or cache rule over them. */
export function addSecurityHeaders(app: FastifyInstance, { page, data }: SecurityHeaders): void {
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    reply.headers(isForEndpoint(request) ? data : page);
    done();
  });
}
