import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { openIdentityProvider } from '#server/testing/access/identity-provider.ts';

import { examineProvider } from './provider-findings.ts';

const examine = async (issuer: string, timeoutSeconds?: number) => {
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'hidden' };
  return Readable.from(examineProvider(readConfig(env), timeoutSeconds)).toArray();
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an identity provider that responds is right; without one, nothing is said', async () => {
  const provider = await openIdentityProvider();
  onTestFinished(provider.close);
  expect(await examine(provider.issuer)).toEqual(['ok: The identity provider responds.']);
  expect(await Readable.from(examineProvider(readConfig({}))).toArray()).toEqual([]);
});

test('a provider that can’t be reached, is silent, is none or has another issuer is wrong, with the address to check', async () => {
  const advice = (issuer: string) =>
    `Check OIDC_ISSUER: ${issuer}/.well-known/openid-configuration has to respond, with the same issuer.`;
  const unreachable = 'http://127.0.0.1:2';
  expect(await examine(unreachable)).toEqual([
    `wrong: The identity provider can’t be reached: connect ECONNREFUSED 127.0.0.1:2. ${advice(unreachable)}`,
  ]);
  const silent = await serve(() => {});
  expect(await examine(silent, 0.05)).toEqual([
    `wrong: The identity provider does not respond within 0.05 s. ${advice(silent)}`,
  ]);
  const none = await serve((_request, response) => response.writeHead(404).end('Not here'));
  expect(await examine(none)).toEqual([
    `wrong: The identity provider responds with 404 instead of what it publishes about itself. ${advice(none)}`,
  ]);
  const page = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<p>Sign in</p>');
  });
  expect(await examine(`${page}/`)).toEqual([
    `wrong: The identity provider does not publish JSON about itself. ${advice(page)}`,
  ]);
  const other = await serve((_request, response) => {
    const published = { issuer: 'https://login.example.com' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(published));
  });
  expect(await examine(other)).toEqual([
    `wrong: The identity provider publishes another issuer than OIDC_ISSUER. ${advice(other)}`,
  ]);
});
