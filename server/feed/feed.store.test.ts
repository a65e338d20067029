import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { eraseLead } from '#server/erasure/erase-lead.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { numberFeed, readFeed } from './feed.store.ts';

const names = { firstName: 'Mia', lastName: 'Moss', companyName: 'Kauri', phone: '+6490001234' };

describe.each(databases)('the feed on %s', (kind) => {
  let db: Db;
  let broker: ContactPerson;
  const service = withService(kind);
  beforeAll(async () => {
    db = service.database.db;
    broker = await makePerson(db, 'broker');
  });

  const owner = (person: ContactPerson, via: 'portal' | 'operator' = 'portal') => ({
    partner_id: person.partnerId,
    contact_id: person.contactId,
    created_by: person.accountId,
    created_via: via,
  });
  const create = async (tx: Db, as = owner(broker)) =>
    (await insertLeads(tx, as, [names]))[0] ?? '';
  const update = async (id: string, via = 'portal') =>
    sql`update leads set fields = fields || ${JSON.stringify({ notes: newId() })}::jsonb, updated_via = ${via},
      version = version + 1 where id = ${id}`.execute(db);
  const readAll = async (after = 0) => {
    await numberFeed(db);
    return readFeed(db, { after, limit: 1_000, partnerId: null });
  };
  const end = async () => (await readAll()).at(-1)?.number ?? 0;

  it('has what partners did, and not what the operator did', async () => {
    const after = await end();
    const mine = await create(db);
    const theirs = await create(db, owner(broker, 'operator'));
    await update(theirs);
    await update(mine, 'operator');
    await update(mine);
    expect(await readAll(after)).toMatchObject([
      { recordId: mine, kind: 'created', via: 'portal', byName: 'Pat Moss', values: names },
      { recordId: theirs, kind: 'changed' },
      { recordId: mine, kind: 'changed' },
    ]);
  });

  it('delivers what is erased as erased', async () => {
    const after = await end();
    const [erased, stays] = [await create(db), await create(db)];
    await eraseLead(db, testFiles(service), erased);
    await update(erased);
    expect(await readAll(after)).toMatchObject([
      {
        recordId: erased,
        kind: 'created',
        isErased: true,
        values: { status: 'New', subStatus: 'Received' },
      },
      { recordId: stays, kind: 'created', isErased: false, values: names },
      { recordId: erased, kind: 'erased', isErased: true, values: {}, via: 'command' },
      { recordId: erased, kind: 'changed', isErased: false, values: { notes: expect.any(String) } },
    ]);
  });

  it('is numbered without gaps, also after a numbering that was rolled back', async () => {
    const after = await end();
    await create(db);
    const rolledBack = db.transaction().execute(async (tx) => {
      await numberFeed(tx);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await create(db);
    expect((await readAll(after)).map(({ number }) => number - after)).toEqual([1, 2]);
  });

  it('is the same to all readers, however many read and write at once', async () => {
    const after = await end();
    let isWriting = true;
    const readers = Array.from({ length: 4 }, async () => {
      const read: string[] = [];
      for (let last = after, isLast = false; ;) {
        await numberFeed(db);
        const rows = await readFeed(db, { after: last, limit: 7, partnerId: null });
        for (const { number, recordId } of rows) {
          expect(number).toBe((last += 1));
          read.push(recordId);
        }
        if (isLast && rows.length === 0) return read;
        isLast = !isWriting;
      }
    });
    const writers = Array.from({ length: 8 }, async () => {
      const writer = await makePerson(db, 'broker');
      const created: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        const id = await db.transaction().execute(async (tx) => create(tx, owner(writer)));
        created.push(id);
      }
      return created;
    });
    const created = (await Promise.all(writers)).flat();
    isWriting = false;
    const [first, ...more] = await Promise.all(readers);
    expect(first?.toSorted()).toEqual(created.toSorted());
    for (const each of more) expect(each).toEqual(first);
  });

  it('delivers fewer entries at once where they are long, and all of them in the end', async () => {
    const after = await end();
    const long = { ...names, notes: 'W'.repeat(10_000), partnerNotes: 'W'.repeat(10_000) };
    await insertLeads(
      db,
      owner(broker),
      Array.from({ length: 300 }, () => long),
    );
    const first = await readAll(after);
    expect(first.length).toBeGreaterThan(200);
    expect(first.length).toBeLessThan(220);
    expect(await readAll(first.at(-1)?.number)).toHaveLength(300 - first.length);
  });
});
