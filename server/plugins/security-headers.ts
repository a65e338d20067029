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

/** Whether an address belongs to the interface or the portal's own endpoints, not to a page. */
export function isEndpointAddress(url: string): boolean {
  return /^\/(api|portal)(?=[/?]|$)/.test(url);
}

/** Headers of every answer. A route may set its own policy or cache rule over them. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const page = { ...common, 'content-security-policy': pagePolicy };
  const data = {
    ...common,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    reply.headers(isEndpointAddress(request.url) ? data : page);
    done();
  });
}
