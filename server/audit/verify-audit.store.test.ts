import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Database } from '#server/db/connect.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';

import { deleteOldEntries, recordAction } from './audit.store.ts';
import type { ChainEnd } from './verify-audit.rules.ts';
import { auditEnds, verifyAudit } from './verify-audit.store.ts';

const auditDays = 730;
const dayMs = 86_400_000;

/** What somebody can do who signs in to the database as the owner of the tables. */
describe.each(databases)('the audit trail on %s, damaged', (kind) => {
  let database: Database;
  let ends: readonly ChainEnd[];
  const run = async (statements: string) => {
    const client = await database.pool.connect();
    try {
      await client.query(statements);
    } finally {
      client.release();
    }
  };
  /** Does something while the triggers are off. */
  const unguarded = async (statements: string) =>
    run(
      `alter table audit_entries disable trigger all; ${statements}; alter table audit_entries enable trigger all`,
    );
  const record = async (chain: string, count: number) => {
    for (let at = 0; at < count; at += 1)
      await recordAction(database.db, {
        actor: { type: 'account', id: 'ada' },
        partnerId: chain,
        address: '192.0.2.1',
        action: 'key-shown',
      });
  };
  const verify = async (saved?: readonly ChainEnd[]) =>
    verifyAudit(database.db, { ...(saved && { saved }), auditDays });

  // Entries 1 to 3 of “north” are old enough to go, 4 to 8 are not.
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    await record('north', 8);
    await unguarded(
      `update audit_entries set at = at - interval '${auditDays + 5} days' where position <= 3;
       update audit_entries set at = at - interval '400 days' where position = 4`,
    );
    await rehash();
    ends = await auditEnds(database.db);
  });
  afterEach(async () => database.close());

  /** Rewrites all entries of “north” with their present contents. */
  const rehash = async () =>
    unguarded(`
      alter table audit_entries enable trigger audit_chained;
      create temporary table copied as select * from audit_entries where chain = 'north' order by position;
      delete from audit_entries where chain = 'north';
      update audit_chains set position = deleted_to, hash = deleted_hash where id = 'north';
      insert into audit_entries (at, kind, actor_type, actor_id, partner_id, details, origin)
        select at, kind, actor_type, actor_id, partner_id, details, origin from copied order by position;
      drop table copied`);
  /** Deletes the first entries of “north” and moves its beginning, as retention does. */
  const deleteTo = async (position: number) =>
    unguarded(`
      update audit_chains set deleted_to = ${position},
        deleted_hash = (select hash from audit_entries where chain = 'north' and position = ${position})
        where id = 'north';
      delete from audit_entries where chain = 'north' and position <= ${position}`);
  /** Says in the trail that entries were deleted, as the service does. */
  const claim = async (to: number) =>
    recordAction(database.db, {
      actor: { type: 'service', id: null },
      partnerId: null,
      address: null,
      action: 'entries-deleted',
      details: { chain: 'north', entries: to, to },
    });
  const retire = async () =>
    deleteOldEntries(database.db, new Date(Date.now() - auditDays * dayMs));

  test.each<[string, () => Promise<unknown>, number]>([
    ['the oldest entries are deleted', async () => deleteTo(2), 1],
    ['all entries are deleted', async () => deleteTo(8), 1],
    [
      'more are deleted than retention said',
      async () => {
        await retire();
        await deleteTo(5);
      },
      4,
    ],
    [
      'what says so is deleted',
      async () => {
        await retire();
        await unguarded(
          `delete from audit_entries where chain = ''; delete from audit_chains where id = ''`,
        );
      },
      1,
    ],
    [
      'one in the middle is deleted',
      async () => unguarded(`delete from audit_entries where position = 5`),
      5,
    ],
    [
      'the last one is deleted',
      async () => unguarded(`delete from audit_entries where position = 8`),
      8,
    ],
    [
      'one is changed',
      async () => unguarded(`update audit_entries set actor_id = 'bea' where position = 6`),
      6,
    ],
    [
      'two are exchanged',
      async () =>
        unguarded(`update audit_entries set position = -position where position in (5, 6);
        update audit_entries set position = 11 + position where position < 0`),
      5,
    ],
    [
      'an address is changed',
      async () =>
        unguarded(
          `update audit_entries set origin = replace(origin, '2.1', '2.2') where position = 7`,
        ),
      7,
    ],
  ])('is found without saved ends: %s', async (_what, damage, position) => {
    await damage();
    expect((await verify()).broken).toMatchObject({ chain: 'north', position });
  });

  test.each<[string, () => Promise<unknown>, number]>([
    [
      'young entries are deleted, and the trail says that they went',
      async () => {
        await deleteTo(6);
        await claim(6);
      },
      4,
    ],
    [
      'a whole chain is deleted, and the trail says that it went',
      async () => {
        await deleteTo(8);
        await claim(8);
      },
      4,
    ],
    [
      'the whole chain is written anew',
      async () => {
        await unguarded(`update audit_entries set actor_id = 'bea' where position = 6`);
        await rehash();
      },
      8,
    ],
    [
      'the chain ends earlier',
      async () => {
        await unguarded(`delete from audit_entries where position = 8;
        update audit_chains set position = 7,
          hash = (select hash from audit_entries where chain = 'north' and position = 7)`);
      },
      8,
    ],
    [
      'the chain is gone',
      async () => unguarded(`delete from audit_entries; delete from audit_chains`),
      8,
    ],
  ])('is found with saved ends: %s', async (_what, damage, position) => {
    await damage();
    expect((await verify(ends)).broken).toMatchObject({ chain: 'north', position });
  });

  test('is whole after retention, as often as it runs, and says how many went', async () => {
    expect(await verify(ends)).toEqual({ entries: 8, chains: 1, deleted: 0 });
    await retire();
    await retire();
    expect(await verify(ends)).toEqual({ entries: 6, chains: 2, deleted: 3 });
    // With ends that were saved after it, too.
    expect(await verify(await auditEnds(database.db))).not.toHaveProperty('broken');
  });

  test('is whole where what said that entries went is old itself', async () => {
    await retire();
    await record('south', 1);
    // Both chains are old now; the service’s own loses its entries about the other.
    await deleteOldEntries(database.db, new Date(Date.now() + dayMs));
    const { rows } = await sql<{ details: string }>`
      select details from audit_entries where chain = '' order by position`.execute(database.db);
    expect(rows.map(({ details }) => JSON.parse(details))).toMatchObject([
      { chain: '', to: 3 },
      { chain: 'north', entries: 0, to: 8 },
      { chain: 'south', entries: 0, to: 1 },
    ]);
    expect(await verify()).toEqual({ entries: 3, chains: 3, deleted: 12 });
  });

  test('ends of an earlier version, which say less, are compared as far as they go', async () => {
    const former = ends.map(({ chain, position, hash }) => ({ chain, position, hash }));
    expect(await verify(former)).not.toHaveProperty('broken');
    await unguarded(`update audit_entries set actor_id = 'bea' where position = 8`);
    await rehash();
    expect((await verify(former)).broken).toMatchObject({ position: 8 });
  });
});
