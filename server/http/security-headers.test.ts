import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { portalFiles, startRawService } from '#server/testing/raw-service.ts';

const service = started(async () => startRawService());

describe('every kind of response has its security headers', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  // Allows only the scripts and styles that were in the page when it was built.
  const pagePolicy =
    `default-src 'none'; script-src 'self' ${hash(portalFiles.inlineScript)}; style-src 'self' ${hash(portalFiles.inlineStyle)}; ` +
    "img-src 'self'; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types portal";
  const dataPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const always = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  const forPage = { ...always, 'content-security-policy': pagePolicy };
  const forData = { ...always, 'content-security-policy': dataPolicy, 'cache-control': 'no-store' };

  test.each([
    ['GET /', 200, forPage],
    ['GET /leads/new', 200, forPage],
    ['GET /nothing', 404, forPage],
    ['GET /assets/app-1.js', 200, forPage],
    ['GET /assets/nothing.js', 404, { ...forPage, 'cache-control': 'no-store' }],
    ['POST /leads', 405, { ...forPage, 'cache-control': 'no-store' }],
    ['GET /api/v1/lead', 200, forData],
    ['GET /api/v1/lead?page=0', 400, forData],
    ['GET /api/v1/lead/abc', 404, forData],
    ['GET /api/v1/nothing', 404, forData],
    ['DELETE /api/v1/lead', 405, forData],
    ['GET /portal/sign-in', 200, forData],
    ['GET /portal/session', 401, forData],
    ['GET /healthz', 200, forData],
    ['GET /readyz', 200, forData],
    ['GET /metrics', 404, forData],
    ['GET /leads/%zz', 404, { ...forPage, 'cache-control': 'no-cache' }],
    ['HEAD /leads/%zz', 404, forPage],
    ['GET /api/v1/lead/%zz', 400, forData],
  ])('%s: %i', async (requestLine, status, headers) => {
    const response = await service.ask(requestLine);
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(headers);
    for (const absent of ['strict-transport-security', 'access-control-allow-origin'])
      expect(response.headers).not.toHaveProperty(absent);
  });

  test.each([
    ['/leads', 'text/html; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/assets/app-1.js', 'application/javascript; charset=utf-8'],
    ['/api/v1/lead', 'application/json; charset=utf-8'],
    ['/api/v1/nothing', 'application/json; charset=utf-8'],
  ])('%s says what it is: %s', async (address, type) => {
    expect((await service.ask(`GET ${address}`)).headers['content-type']).toBe(type);
  });

  test('browsers check the page for changes each time, and never a file named by its content', async () => {
    const response = await service.ask('GET /leads');
    const file = await service.ask('GET /assets/app-1.js');
    expect([response.headers['cache-control'], response.body]).toEqual([
      'no-cache',
      portalFiles.page,
    ]);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.body).toBe(portalFiles.script);
  });
});
