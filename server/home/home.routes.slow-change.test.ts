import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Home } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { waitForWriters } from '#server/testing/database/wait-for-writers.ts';
import { makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

// The embedded database runs one transaction after the other.
test.each(['has already written', 'has not yet written'])(
  'a change of an earlier time that is committed after Mark all as read is shown (it %s then)',
  async (state) => {
    const service = await testService();
    const { db } = service.database;
    const broker = await makePerson(db, 'broker');
    const owner = { partner_id: broker.partnerId, contact_id: broker.contactId };
    const by = { created_by: broker.accountId, created_via: 'portal' } as const;
    const [slow = '', quick = ''] = await insertLeads(db, { ...owner, ...by }, [
      smallestLead,
      smallestLead,
    ]);
    const change = async (tx: Db, id: string) =>
      sql`update leads set status = 'Work in progress', updated_at = now(), updated_by = 'key', updated_via = 'operator',
        version = version + 1 where id = ${id}`.execute(tx);
    const read = async () => {
      const response = await service.as(broker).get('/portal/home');
      const { changed } = response.json<Home>();
      return { until: changed?.until, ids: changed?.latest.map(({ id }) => id).toSorted() };
    };
    const markRead = async (until: string | undefined) => {
      const response = await service.as(broker).post('/portal/home/read', { until });
      expect(response.statusCode).toBe(200);
    };

    const [hasStarted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changed = db.transaction().execute(async (tx) => {
      await sql`select now()`.execute(tx);
      if (state === 'has already written') await change(tx, slow);
      hasStarted.resolve();
      await mayCommit.promise;
      if (state === 'has not yet written') await change(tx, slow);
    });
    await hasStarted.promise;
    await change(db, quick);
    const { until, ids } = await read();
    expect(ids).toEqual([quick]);
    await markRead(until);
    mayCommit.resolve();
    await changed;
    await waitForWriters(db);
    const after = await read();
    expect(after.ids).toContain(slow);
    await markRead(after.until);
    expect((await read()).ids).toEqual([]);
  },
);
