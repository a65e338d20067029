import { beforeAll, expect, test } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { type FollowedEvents, followEvents } from '#server/testing/followed-events.ts';
import { makePartner, makePerson, type Person } from '#server/testing/people.ts';

/** The owners whose records each role gets events for, as in its lists. */
const visible: Record<Role, readonly Owner[]> = {
  broker: ['broker'],
  'partner-admin': ['broker', 'colleague', 'partner-admin'],
  support: ['broker', 'colleague', 'partner-admin', 'stranger'],
};
type Owner = 'broker' | 'colleague' | 'partner-admin' | 'stranger';
let origin: string;
let people: Record<Owner | 'support', Person>;
const service = withService();
beforeAll(async () => {
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { db } = service.database;
  const { id } = await makePartner(db);
  people = {
    broker: await makePerson(db, 'broker', id),
    colleague: await makePerson(db, 'broker', id),
    'partner-admin': await makePerson(db, 'partner-admin', id),
    stranger: await makePerson(db, 'broker'),
    support: await makePerson(db, 'support'),
  };
});

const createLead = async (owner: Owner) => submitLead(service, people[owner]);
/** Follows with every role; returns what each has received by the time that support has `last`. */
async function followAll(roles: readonly (Owner | 'support')[], last: () => Promise<string>) {
  const all = new Map<string, FollowedEvents>();
  for (const role of roles) all.set(role, await followEvents(origin, people[role]));
  const id = await last();
  await expect.poll(() => namedIn(all.get('support'))).toContain(id);
  // Sent at the same moment as to support; their own request shows that it would have arrived.
  for (const role of roles) await service.as(people[role]).get('/portal/session');
  for (const stream of all.values()) stream.close();
  return all;
}
const namedIn = (stream: FollowedEvents | undefined) =>
  stream?.events.flatMap(({ changes }) => changes.flatMap(({ ids }) => ids ?? [])) ?? [];

test('an event names the records that its reader may see, and no others', async () => {
  const ids = new Map<string, Owner>();
  const streams = await followAll(['broker', 'partner-admin', 'support'], async () => {
    for (const owner of ['stranger', 'broker', 'colleague', 'partner-admin'] as const)
      ids.set(await createLead(owner), owner);
    return [...ids.keys()].at(-1) ?? '';
  });
  for (const [role, owners] of Object.entries(visible)) {
    const named = new Set(namedIn(streams.get(role)).map((id) => ids.get(id)));
    expect(named, role).toEqual(new Set(owners));
  }
});

test('an event has nothing but the type and the ids of records', async () => {
  const lead: string[] = [];
  const streams = await followAll(['broker', 'support'], async () => {
    lead.push(await createLead('broker'));
    return lead[0] ?? '';
  });
  for (const stream of streams.values())
    expect(stream.events).toEqual([
      { event: 'changes', id: expect.any(String), changes: [{ type: 'lead', ids: lead }] },
    ]);
});

test('many changed records tell another contact nothing, not even their number', async () => {
  const { broker } = people;
  const streams = await followAll(['broker', 'colleague', 'stranger', 'support'], async () => {
    await service.database.pool.query(
      `insert into deals (id, partner_id, contact_id, name, status, sub_status, created_by, updated_by, search)
        select 'many' || n, $1, $2, 'Kauri', 'Approved', 'Offer Made', 'key', 'key', '' from generate_series(1, 500) as n`,
      [broker.partnerId, broker.contactId],
    );
    return createLead('stranger');
  });
  expect(streams.get('broker')?.events.map(({ changes }) => changes)).toEqual([
    [{ type: 'deal', ids: null }],
  ]);
  expect(streams.get('colleague')?.events).toEqual([]);
  expect(namedIn(streams.get('stranger'))).toHaveLength(1);
});

test('a reassigned record tells its former contact that it changed, and later nothing more', async () => {
  let id = '';
  await followAll(['support'], async () => (id = await createLead('broker')));
  const update = async (fields: object) =>
    service.as(people['partner-admin']).patch(`/api/v1/lead/${id}`, { fields });
  const streams = await followAll(['broker', 'colleague', 'support'], async () => {
    await update({ brokerRepId: people.colleague.contactId });
    await update({ tradingName: 'Kauri Co' });
    return createLead('stranger');
  });
  expect(namedIn(streams.get('broker'))).toEqual([id]);
  expect(new Set(namedIn(streams.get('colleague')))).toEqual(new Set([id]));
});

test('the ids of events are times, which do not tell how much others do', async () => {
  const before = Date.now();
  const stream = await followEvents(origin, people.broker);
  const own = await createLead('broker');
  await followAll(['stranger', 'support'], async () => createLead('stranger'));
  const again = await followEvents(origin, people.broker, { afterId: stream.events[0]?.id ?? '' });
  expect([namedIn(stream), namedIn(again)]).toEqual([[own], []]);
  const ids = [...`${stream.text()}${again.text()}`.matchAll(/^id: \w+\.(\d+)$/gm)];
  expect(ids).toHaveLength(3);
  for (const [, time] of ids) {
    expect(Number(time)).toBeGreaterThanOrEqual(before);
    expect(Number(time)).toBeLessThanOrEqual(Date.now());
  }
  stream.close();
  again.close();
});
