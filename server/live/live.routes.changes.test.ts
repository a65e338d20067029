import { beforeAll, describe, expect, it, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople, withService, testService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { type FollowedEvents, followEvents } from '#server/testing/followed-events.ts';
import { makePerson, testPassword, disableAccount } from '#server/testing/people.ts';
import { startTestApp, testSecrets } from '#server/testing/test-app.ts';

const listening = { port: 0, host: '127.0.0.1' };

const namedIn = ({ events }: FollowedEvents) =>
  events.flatMap(({ changes }) => changes.flatMap(({ ids }) => ids ?? []));

describe.each(databases)('live changes on %s', (kind) => {
  const { service, broker } = withPeople(kind);
  let origin: string;
  beforeAll(async () => (origin = await service.app.listen(listening)));

  it('are sent once they are committed', async () => {
    const stream = await followEvents(origin, broker);
    const id = await submitLead(service, broker);
    await expect.poll(() => namedIn(stream)).toEqual([id]);
    stream.close();
  });

  it('that a reader missed are sent when the reader is back', async () => {
    const witness = await followEvents(origin, broker);
    const first = await followEvents(origin, broker);
    const seen = await submitLead(service, broker);
    await expect.poll(() => namedIn(first)).toEqual([seen]);
    first.close();
    const missed = await submitLead(service, broker);
    await expect.poll(() => namedIn(witness)).toContain(missed);
    const second = await followEvents(origin, broker, { afterId: first.events[0]?.id ?? '' });
    expect(namedIn(second)).toEqual([missed]);
    witness.close();
    second.close();
  });

  it('are to be read again after an unknown event, and for a time before the service began', async () => {
    for (const beginning of [{ afterId: 'another.1' }, { afterId: 'x' }, { ageMs: 3_600_000 }]) {
      const stream = await followEvents(origin, broker, beginning);
      expect(stream.events.map(({ event }) => event)).toEqual(['again']);
      stream.close();
    }
  });

  it('are to be read again after a notification that another release wrote', async () => {
    const stream = await followEvents(origin, broker);
    const notification = JSON.stringify([{ type: 'quote', ids: null }]);
    await service.database.pool.query(`select pg_notify('changes', $1)`, [notification]);
    await expect.poll(() => stream.events.map(({ event }) => event)).toEqual(['again']);
    stream.close();
  });

  it('end when the session is signed out', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const stream = await followEvents(origin, person);
    await service.as(person).delete('/portal/session');
    await stream.ended;
    expect((await followEvents(origin, person)).status).toBe(401);
  });

  it('end when the account is disabled', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const stream = await followEvents(origin, person);
    await disableAccount(service.database.db, person);
    await stream.ended;
    expect((await followEvents(origin, person)).status).toBe(401);
  });

  it('end when the role changes, with which a person may read other records', async () => {
    const person = await makePerson(service.database.db, 'partner-admin');
    const stream = await followEvents(origin, person);
    await service.database.pool.query("update accounts set role = 'broker' where id = $1", [
      person.accountId,
    ]);
    expect(await stream.ended).toBeUndefined();
  });
});

test('events reach the readers of every process, and signing out ends their streams', async () => {
  const service = await testService();
  const { config, database } = service;
  const other = await buildApp({ config, database, secrets: testSecrets });
  const person = await makePerson(database.db, 'broker');
  const stream = await followEvents(await other.listen(listening), person);
  const id = await submitLead(service, person);
  await expect.poll(() => namedIn(stream)).toEqual([id]);
  await service.as(person).delete('/portal/session');
  await stream.ended;
  await other.close();
});

describe('a stream', () => {
  const service = withService();
  let origin: string;
  beforeAll(async () => (origin = await service.app.listen(listening)));
  const newBroker = async () => makePerson(service.database.db, 'broker');

  it('is not stored, changed or collected on its way', async () => {
    const stream = await followEvents(origin, await newBroker());
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.headers.has('content-encoding')).toBe(false);
    stream.close();
  });

  it('has no body for HEAD', async () => {
    const { session } = await newBroker();
    const response = await fetch(`${origin}/portal/events`, { method: 'HEAD', headers: session });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('is the oldest of its session to end when there are too many', async () => {
    const person = await newBroker();
    const streams: FollowedEvents[] = [];
    for (let count = 0; count < 5; count += 1) streams.push(await followEvents(origin, person));
    await streams[0]?.ended;
    const id = await submitLead(service, person);
    for (const stream of streams.slice(1)) {
      await expect.poll(() => namedIn(stream)).toEqual([id]);
      stream.close();
    }
  });

  it('is the oldest of its account to end when there are too many in all sessions', async () => {
    const person = await newBroker();
    const { email } = person;
    const streams: FollowedEvents[] = [];
    for (let session = 0; session < 6; session += 1) {
      const payload = { email, password: testPassword };
      const { cookies } = await service.call('POST', '/portal/session', { payload });
      const cookie = `portal-session=${cookies[0]?.value}`;
      for (let count = 0; count < 4; count += 1)
        streams.push(await followEvents(origin, { ...person, session: { cookie } }));
    }
    await Promise.all(streams.slice(0, 4).map(async ({ ended }) => ended));
    const id = await submitLead(service, person);
    for (const stream of streams.slice(4)) {
      await expect.poll(() => namedIn(stream)).toEqual([id]);
      stream.close();
    }
  });
});

test('streams do not keep the service from closing', async () => {
  const service = await startTestApp('PostgreSQL');
  const origin = await service.app.listen(listening);
  const person = await makePerson(service.database.db, 'broker');
  const stream = await followEvents(origin, person);
  await expect(Promise.all([service.close(), stream.ended])).resolves.toBeDefined();
});
