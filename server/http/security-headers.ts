import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns the policy for pages: scripts, styles and connections of our own origin only, and the
 * page’s inline scripts and styles by their hash. No string becomes code: the only Trusted Types
 * policy, `portal`, allows worker URLs of this origin.
 */
export function pagePolicy(page: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashElements('script', page)].join(' '),
    ["style-src 'self'", ...hashElements('style', page)].join(' '),
    "img-src 'self'",
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

/** Returns the hashes by which a policy allows a page’s inline elements, as `'sha256-…'`. */
export function hashElements(element: 'script' | 'style', page: string): string[] {
  const texts = page
    .split(`</${element}>`)
    .slice(0, -1)
    .flatMap((upToEnd) => {
      const tag = openingTags[element].exec(upToEnd);
      return tag === null ? [] : [upToEnd.slice(tag.index + tag[0].length)];
    });
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

const openingTags = { script: /<script(?: type="module")?>/, style: /<style>/ };

/**
 * Returns whether a request is for the API, the operator’s side, the portal’s own endpoints or
 * monitoring, not for a page. Uses the route where there is one, because the same path can be
 * written in several ways (`/%61pi`, `http://host/api`).
 */
export function isForEndpoint({ routeOptions, url }: FastifyRequest): boolean {
  return /^\/(api|portal|operator|healthz|readyz|metrics)(?=[/?]|$)/.test(routeOptions.url ?? url);
}

/**
 * Returns the headers. `page` is the portal’s page as served, whose inline scripts and styles may
 * run.
 */
export function securityHeaders(isHttps: boolean, page = '') {
  const always = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  return {
    page: { ...always, 'content-security-policy': pagePolicy(page) },
    /** For the API and the portal’s own endpoints. */
    data: {
      ...always,
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  };
}

/** Sets the security headers of every response. A route may override its policy or caching. */
export function addSecurityHeaders(
  app: FastifyInstance,
  { page, data }: ReturnType<typeof securityHeaders>,
): void {
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    reply.headers(isForEndpoint(request) ? data : page);
    done();
  });
}
