import { beforeAll, describe, expect, it } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import type { Db } from '#server/db/connect.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { bulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { storeFoundLeads } from './bulk-change-leads.store.ts';
import { deleteOldBulkChanges, insertBulkChange } from './bulk-changes.store.ts';

const noted = { kind: 'add-note', note: 'Call again.' } as const;

describe.each(databases)('bulk changes of several batches on %s', (kind) => {
  let db: Db;
  let bulk: ReturnType<typeof bulkChangeCalls>;
  const service = withService(kind);
  beforeAll(async () => {
    ({ db } = service.database);
    bulk = bulkChangeCalls(service);
  });

  const newBroker = async (leads: number) => {
    const broker = await makePerson(db, 'broker');
    const owner = { partner_id: broker.partnerId, contact_id: broker.contactId };
    const by = { created_by: broker.accountId, created_via: 'api' } as const;
    const ids = await insertLeads(
      db,
      { ...owner, ...by },
      Array.from({ length: leads }, () => smallestLead),
    );
    return { broker, ids };
  };
  const notesOf = async ({ contactId }: ContactPerson) => {
    const { rows } = await service.database.pool.query<{ notes: string; leads: number }>(
      `select coalesce(fields ->> 'notes', '') as notes, version, count(*)::integer as leads
        from leads where contact_id = $1 group by 1, 2 order by 1`,
      [contactId],
    );
    return rows;
  };

  it('change each lead once, and undo it once, however often that is requested', async () => {
    const { broker } = await newBroker(60);
    const { id } = await bulk.prepared(broker, { query: '' }, noted);
    await Promise.all([1, 2, 3, 4].map(async () => bulk.act(broker, id, 'apply')));
    expect((await bulk.done(broker, id, 'apply')).outcomes.changed).toBe(60);
    expect(await notesOf(broker)).toEqual([{ notes: 'Call again.', version: 2, leads: 60 }]);
    await Promise.all([1, 2, 3, 4].map(async () => bulk.act(broker, id, 'undo')));
    expect((await bulk.done(broker, id, 'undo')).outcomes.undone).toBe(60);
    expect(await notesOf(broker)).toEqual([{ notes: '', version: 3, leads: 60 }]);
  });

  it('are applied side by side, and skip a lead that is locked until it is free', async () => {
    const { broker, ids } = await newBroker(60);
    const other = await newBroker(1);
    const [one, two, third] = [
      await bulk.prepared(broker, { query: '' }, noted),
      await bulk.prepared(broker, { query: '' }, { kind: 'add-note', note: 'Later.' }),
      await bulk.prepared(other.broker, { query: '' }, noted),
    ];
    // The embedded database has one connection, so that nothing can be locked meanwhile.
    const lockOne = async () =>
      db.transaction().execute(async (tx) => {
        await tx.selectFrom('leads').select('id').where('id', '=', ids[0]!).forUpdate().execute();
        await bulk.act(broker, one.id, 'apply');
        await bulk.act(broker, two.id, 'apply');
        await bulk.done(other.broker, third.id, 'apply');
        return (await bulk.read(broker, one.id)).json<BulkChange>().state;
      });
    expect(kind === 'PostgreSQL' ? await lockOne() : 'applying').toBe('applying');
    await Promise.all([one, two].map(async ({ id }) => bulk.done(broker, id, 'apply')));
    const notes = await notesOf(broker);
    expect(notes.reduce((sum, { leads }) => sum + leads, 0)).toBe(60);
    for (const row of notes) {
      expect(row).toMatchObject({ version: 3 });
      expect(row.notes.split('\n').toSorted()).toEqual(['Call again.', 'Later.']);
    }
  });

  it('have no lead of a selection that is too large', async () => {
    const { broker } = await newBroker(4);
    const id = 'b'.repeat(32);
    const request = { scope: { contactId: broker.contactId }, readerId: broker.accountId, q: '' };
    await insertBulkChange(db, broker, { id, change: noted });
    const store = async (maxLeads: number) =>
      storeFoundLeads(db, { id, change: noted, maxLeads }, request);
    const stored = async () =>
      (await db.selectFrom('bulk_change_leads').where('change_id', '=', id).selectAll().execute())
        .length;
    expect([await store(2), await stored()]).toEqual([3, 0]);
    expect([await store(4), await stored()]).toEqual([4, 4]);
  });

  it('are deleted an hour after they were prepared, or 30 days after if they were applied', async () => {
    const { broker } = await newBroker(1);
    const [prepared, applied] = [
      await bulk.prepared(broker, { query: '' }, noted),
      await bulk.prepared(broker, { query: '' }, noted),
    ];
    await bulk.done(broker, applied.id, 'apply');
    const remainAfter = async (age: string) => {
      await service.database.pool.query(
        `update bulk_changes set created_at = now() - $1::interval where id = any($2)`,
        [age, [prepared.id, applied.id]],
      );
      await deleteOldBulkChanges(db);
      const found = [prepared, applied].map(async ({ id }) => bulk.read(broker, id));
      return (await Promise.all(found)).map(({ statusCode }) => statusCode);
    };
    expect(await remainAfter('59 minutes')).toEqual([200, 200]);
    expect(await remainAfter('61 minutes')).toEqual([404, 200]);
    expect(await remainAfter('31 days')).toEqual([404, 404]);
    const { rows } = await service.database.pool.query<object>(
      'select from bulk_change_leads where change_id = any($1)',
      [[prepared.id, applied.id]],
    );
    expect(rows).toEqual([]);
  });

  it('of one account are at most ten that are only prepared', async () => {
    const { broker } = await newBroker(1);
    const ids: string[] = [];
    for (let at = 0; at < 11; at += 1)
      ids.push((await bulk.prepared(broker, { query: '' }, noted)).id);
    const found = await Promise.all(ids.map(async (id) => bulk.read(broker, id)));
    expect(found.map(({ statusCode }) => statusCode).filter((status) => status === 404)).toEqual([
      404,
    ]);
  });

  it('can be prepared twenty at once by one person, again and again', async () => {
    const { broker, ids } = await newBroker(20);
    for (let round = 0; round < 20; round += 1) {
      const twenty = ids.map(async () => bulk.prepare(broker, { query: '' }, noted));
      const statuses = (await Promise.all(twenty)).map(({ statusCode }) => statusCode);
      expect(statuses).toEqual(ids.map(() => 200));
    }
  });
});
