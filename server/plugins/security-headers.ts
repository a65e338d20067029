import type { FastifyInstance, FastifyRequest } from 'fastify';

// Scripts, styles and connections of our own origin only; images also as the previews of files about to be attached.
// No string becomes code: the one Trusted Types policy, `portal`, passes worker addresses of this origin.
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
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

/**
 * Whether a request is for the interface or the portal's own endpoints, not for a page. The route tells where there is one, because
 * one address can be written in many ways (`/%61pi`, `http://host/api`).
 */
export function isForEndpoint({ routeOptions, url }: FastifyRequest): boolean {
  return /^\/(api|portal)(?=[/?]|$)/.test(routeOptions.url ?? url);
}

/** What keeps browsers from doing more with an answer than it is for. */
export function securityHeaders(kind: 'page' | 'data', isHttps: boolean): Record<string, string> {
  const ofKind =
    kind === 'page'
      ? { 'content-security-policy': pagePolicy }
      : {
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'cache-control': 'no-store',
        };
  return {
    ...ofKind,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Sets the headers of every answer. A route may set its own policy or cache rule over them. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const page = securityHeaders('page', isHttps);
  const data = securityHeaders('data', isHttps);
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    reply.headers(isForEndpoint(request) ? data : page);
    done();
  });
}
