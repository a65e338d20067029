import { once } from 'node:events';
import type { Socket } from 'node:net';

import { expect, test } from 'vitest';

import { testService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

const busy = {
  statusCode: 503,
  body: '{"error":"The service is busy. Try again in a moment.","code":"service-busy"}',
  headers: { 'retry-after': '2' },
};

test('while as many requests are served as it can carry, the service rejects lists, then home, then sign-in; health never; who has left counts until the work is done', async () => {
  const service = await testService({ deps: { servedAtOnce: 4 } });
  const { pool } = service.database;
  const person = await makePerson(service.database.db, 'broker');
  const listLeads = async () => service.as(person).get('/api/v1/lead');
  const readHome = async () => service.as(person).get('/portal/home');
  const readSignIn = async () => service.call('GET', '/portal/sign-in');
  const waiting = async (count: number) => {
    // In this database alone: other tests wait in theirs.
    const locks = async () =>
      (
        await pool.query(`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      ).rowCount;
    await expect.poll(locks).toBeGreaterThanOrEqual(count);
  };

  const lock = await pool.connect();
  await lock.query('begin; lock table leads in access exclusive mode');
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(service.app.server, 'connection') as Promise<[Socket]>;
  const leaving = new AbortController();
  const left = fetch(`${origin}/api/v1/lead`, { headers: person.bearer, signal: leaving.signal });
  const served = Array.from({ length: 3 }, listLeads);
  await waiting(4);
  const closed = once((await connected)[0], 'close');
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  await closed;
  expect(await listLeads()).toMatchObject(busy);
  expect(await readSignIn()).toMatchObject({ statusCode: 200 });
  served.push(readHome());
  await waiting(5);
  expect(await readHome()).toMatchObject(busy);
  expect(await readSignIn()).toMatchObject({ statusCode: 200 });
  expect(await service.call('GET', '/healthz')).toMatchObject({ statusCode: 200 });

  await lock.query('commit');
  lock.release();
  for (const response of served) expect(await response).toMatchObject({ statusCode: 200 });
  expect(await listLeads()).toMatchObject({ statusCode: 200 });
});
