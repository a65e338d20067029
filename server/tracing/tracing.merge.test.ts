import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { databaseOn, openPool } from '#server/db/connect.ts';
import { started } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';
import { startFakeService } from '#server/testing/fake-service.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

const spanShape = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
const sentShape = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanShape) })) }),
  ),
});

/** What a collector of OTLP by HTTP has received. */
const bodies: string[] = [];
const collector = started(async () =>
  startFakeService((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body);
      return response.setHeader('content-type', 'application/json').end('{}');
    });
  }),
);
const server = started(async () => startPostgres());
const folder = started(async () => ({
  name: await mkdtemp(path.join(tmpdir(), 'portal-traces-')),
}));
afterAll(async () => {
  await server.stop();
  await rm(folder.name, { recursive: true });
});

test('a request is a trace with its statements and its route, status and account, and nothing that it says', async () => {
  const url = `${server.url}/postgres`;
  await migrateDatabase(url);
  const database = databaseOn(openPool({ connectionString: url }));
  const person = await makePerson(database.db, 'broker');
  await database.close();
  const service = startProcess({
    DATA_DIR: folder.name,
    DATABASE_URL: url,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const http = httpCaller(await service.origin);
  const headers = { ...person.bearer, 'content-type': 'application/json' };
  const fields = { firstName: 'Zelda', lastName: 'B', companyName: 'Zeldas', phone: '+6490001234' };
  const body = JSON.stringify({ fields });
  expect(await http.call({ method: 'POST', path: '/api/v1/lead', headers, body })).toMatchObject({
    statusCode: 200,
  });
  await http.call({ method: 'GET', path: '/api/v1/lead?q=Zelda', headers });
  http.close();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });

  const spans = bodies.flatMap((sent) =>
    sentShape
      .parse(JSON.parse(sent))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  for (const name of ['POST /api/v1/lead', 'GET /api/v1/lead']) {
    const request = spans.find((span) => span.name === name);
    const attributes = request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
    expect(Object.fromEntries(attributes ?? [])).toMatchObject({
      'http.route': '/api/v1/lead',
      'http.response.status_code': 200,
      'enduser.pseudo.id': person.accountId,
      'portal.request_id': expect.stringMatching(/^\w{12}$/),
    });
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(parts.map((part) => part.name)).toContain(
      name.startsWith('POST') ? 'postgresql insert' : 'postgresql select',
    );
    expect(new Set(parts.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]));
  }
  for (const personal of ['Zelda', '6490001234', person.email, person.bearer.authorization])
    expect(bodies.join('')).not.toContain(personal);
});

test('without a collector everything goes on; what traces is loaded only where one is set', async () => {
  const settings = { DATA_DIR: path.join(folder.name, 'embedded') };
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (/opentelemetry.(sdk|exporter)/.test(name)) throw new Error('loaded');
      return next(name, context);
    } });`;
  const forbidden = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const without = startProcess({ ...settings, NODE_OPTIONS: `--import=${forbidden}` });
  await without.origin;
  await without.end('SIGTERM');
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';
  const service = startProcess({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT });
  const http = httpCaller(await service.origin);
  expect(await http.call({ method: 'GET', path: '/api/v1/lead' })).toMatchObject({
    statusCode: 401,
  });
  http.close();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
