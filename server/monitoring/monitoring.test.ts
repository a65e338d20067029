import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { started, withService, testService } from '#server/testing/access/with-people.ts';
import { json } from '#server/testing/fake-service.ts';
import { followEvents } from '#server/testing/followed-events.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { startInFrontOfFake } from '#server/testing/upstream-test-app.ts';

const lines: string[] = [];
const service = withService('PostgreSQL', {
  deps: { logsRequests: true, logStream: { write: (line) => void lines.push(line) } },
});
const inFront = started(async () => startInFrontOfFake(json([])));
const readMetrics = async () => (await service.call('GET', '/metrics')).body;

test('each request is one line of the log: its route, status and account, and nothing that it says', async () => {
  const person = await makePerson(service.database.db, 'broker');
  await service.as(person).get('/api/v1/lead?q=Zelda');
  await service.as(person).get('/api/v1/lead/no-such-lead?q=Zelda');
  await service.call('GET', '/Zelda');
  const logged = lines.splice(0).map((line): Record<string, unknown> => JSON.parse(line));
  expect(logged).toMatchObject([
    { route: 'GET /api/v1/lead', status: 200, accountId: person.accountId, msg: 'request' },
    { route: 'GET /api/v1/lead/:id', status: 404, accountId: person.accountId },
    { route: 'GET unknown', status: 404 },
  ]);
  for (const { requestId, ms } of logged)
    expect([requestId, ms]).toEqual([expect.stringMatching(/^\w{12}$/), expect.any(Number)]);
  const written = JSON.stringify(logged);
  for (const text of ['Zelda', 'no-such-lead', person.email]) expect(written).not.toContain(text);
});

test('metrics count requests by route and status, open streams, connections and the process', async () => {
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const person = await makePerson(service.database.db, 'broker');
  const streams = 'portal_http_requests_open{method="GET",route="/portal/events"}';
  const stream = await followEvents(origin, person);
  await service.as(person).get('/portal/home');
  const metrics = await readMetrics();
  expect(metrics).toContain(`${streams} 1\n`);
  expect(metrics).toContain(
    'portal_http_request_seconds_count{method="GET",route="/portal/home",status="200"} 1\n',
  );
  expect(metrics).toMatch(/portal_database_connections\{state="idle"\} [1-9]/);
  expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds ');
  expect(metrics).toMatch(/portal_live_streams [1-9]/);
  expect(metrics).toMatch(/portal_database_counts\{what="standbys"\} 0/);
  stream.close();
  await expect.poll(readMetrics).toContain(`${streams} 0\n`);
});

test('uploads and changes that run or wait are counted, and requests to an existing service by outcome', async () => {
  const { db } = service.database;
  const { partnerId, accountId } = await makePerson(db, 'partner-admin');
  const upload = (id: string, last_sent_at: Date | null) => ({
    id,
    partner_id: partnerId,
    content_hash: id,
    file_name: 'a.csv',
    size: 1,
    state: 'submitting' as const,
    created_by: accountId,
    last_sent_at,
  });
  const old = new Date(0);
  await db
    .insertInto('bulk_uploads')
    .values([upload('1', new Date()), upload('2', old), upload('3', null)])
    .execute();
  const metrics = await readMetrics();
  for (const counted of ['uploads running"} 1', 'uploads waiting"} 2'])
    expect(metrics).toContain(`portal_database_counts{what="bulk ${counted}\n`);

  const count = async (outcome: string) => {
    const { body } = await inFront.testApp.call('GET', '/metrics');
    return new RegExp(`upstream_request_seconds_count\\{outcome="${outcome}"\\} (\\d+)`).exec(
      body,
    )?.[1];
  };
  const [before, failedBefore] = [Number(await count('2xx')), Number(await count('5xx'))];
  const list = async () =>
    fetch(`${inFront.origin}/api/v1/lead`, { headers: inFront.headers.program });
  await list();
  inFront.service.respondWith((_request, response) => response.writeHead(500).end());
  await list();
  expect(Number(await count('2xx'))).toBeGreaterThan(before);
  expect(Number(await count('5xx'))).toBeGreaterThan(failedBefore);
});

test('alerts and the dashboard ask for metrics that there are', async () => {
  await service.call('GET', '/healthz');
  const served = (await readMetrics()) + (await inFront.testApp.call('GET', '/metrics')).body;
  for (const file of ['deploy/alerts.yml', 'deploy/dashboard.json']) {
    const named = readFileSync(file, 'utf8').match(/\b(?:portal|nodejs|process)_[a-z0-9_]+/g);
    expect(named?.length).toBeGreaterThan(4);
    for (const name of new Set(named))
      expect(served, file).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
  }
});

test('metrics are for this machine, not for whom a proxy asks; or for who has the token', async () => {
  const forwarded = { 'x-forwarded-for': '127.0.0.1' };
  const foreign = await service.call('GET', '/metrics', { headers: forwarded });
  const unknown = await service.call('GET', '/no-such-address', { headers: forwarded });
  expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body]);
  // A proxy that hides the client still passes on the host, or says that it is a proxy.
  for (const headers of [{ host: 'portal.example.com' }, { via: '1.1 proxy' }])
    expect(await service.call('GET', '/metrics', { headers })).toMatchObject({ statusCode: 404 });
  const token = 'a-token-of-at-least-thirty-two-characters';
  const other = await testService({ env: { METRICS_TOKEN: token } });
  const statuses: number[] = [];
  for (const sent of [undefined, 'Bearer wrong', `Bearer ${token}`]) {
    const headers = { ...forwarded, ...(sent !== undefined && { authorization: sent }) };
    statuses.push((await other.call('GET', '/metrics', { headers })).statusCode);
  }
  expect(statuses).toEqual([404, 404, 200]);
});

test('a process is ready while its database responds; without it, it lives on', async () => {
  const own = await startTestApp('PostgreSQL');
  expect(await own.call('GET', '/readyz')).toMatchObject({ statusCode: 200 });
  await own.database.close();
  expect(await own.call('GET', '/readyz')).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '2' },
  });
  expect(await own.call('GET', '/healthz')).toMatchObject({ statusCode: 200 });
  await own.app.close();
});
