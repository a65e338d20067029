import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import type { View } from '#contract/portal/views.ts';
import type { Db } from '#server/db/connect.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { untilWaiting } from '#server/testing/database/simultaneous.ts';
import type { Person } from '#server/testing/people.ts';

// The embedded database runs one transaction after the other.
describe('a shared view that its owner changes meanwhile', () => {
  let id: string;
  const people = withPeople();
  beforeEach(async () => {
    const { service, broker } = people;
    await sql`delete from views`.execute(service.database.db);
    const payload = { list: 'leads', name: 'Calls', query: '', isShared: false, isPinned: false };
    const saved = await service.as(broker).post('/portal/views', payload);
    ({ id } = saved.json<View>());
    await share();
  });

  const share = async () =>
    sql`update views set partner_id = ${people.broker.partnerId} where id = ${id}`.execute(
      people.service.database.db,
    );

  /** Sends a request that waits for a change of the view, and returns its status. */
  const meanwhile = async (
    change: (tx: Db) => Promise<unknown>,
    person: Person,
    ...[method, path, payload]: [method: 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object]
  ) => {
    const { service } = people;
    const { db, pool } = service.database;
    const sent = await db.transaction().execute(async (tx) => {
      await change(tx);
      const response = service.call(method, `/portal/views/${id}${path}`, {
        headers: person.session,
        ...(payload && { payload }),
      });
      await untilWaiting(pool, 1);
      return { response };
    });
    return (await sent.response).statusCode;
  };
  const makePrivate = async (tx: Db) =>
    sql`update views set partner_id = null, query = 'status=New' where id = ${id}`.execute(tx);
  const remove = async (tx: Db) => sql`delete from views where id = ${id}`.execute(tx);
  const stored = async () => {
    const { rows } = await people.service.database.pool.query<{ name: string }>(
      'select name from views where id = $1',
      [id],
    );
    return rows;
  };

  it('is neither changed, pinned nor deleted by others once it is the owner’s alone', async () => {
    const { admin, colleague } = people;
    expect(await meanwhile(makePrivate, admin, 'PATCH', '', { name: 'Others' })).toBe(403);
    await share();
    expect(await meanwhile(makePrivate, colleague, 'PUT', '/pin', { isPinned: true })).toBe(403);
    await share();
    expect(await meanwhile(makePrivate, admin, 'DELETE', '')).toBe(403);
    expect(await stored()).toEqual([{ name: 'Calls' }]);
  });

  it.each([
    ['PATCH', '', { name: 'Others' }],
    ['PUT', '/pin', { isPinned: true }],
  ] as const)('is not there once it is deleted (%s)', async (method, path, payload) => {
    expect(await meanwhile(remove, people.admin, method, path, payload)).toBe(404);
  });
});
