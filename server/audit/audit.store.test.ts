import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';

import { deleteOldEntries, readEntriesAfter, recordAction } from './audit.store.ts';
import type { ChainEnd } from './verify-audit.rules.ts';
import { auditEnds, verifyAudit } from './verify-audit.store.ts';

describe.each(databases)('the chain of the audit trail on %s', (kind) => {
  const service = withService(kind);
  const record = async (partnerId: string, db = service.database.db) =>
    recordAction(db, {
      actor: { type: 'account', id: 'ada' },
      partnerId,
      address: '192.0.2.1',
      action: 'key-shown',
      details: { list: 'a "quoted", é' },
    });
  const recordMany = async (partnerId: string, count: number) => {
    await Promise.all(Array.from({ length: count }, async () => record(partnerId)));
  };
  /** Changes stored data, as somebody with all rights in the database can. */
  const tamper = async (statement: string) => {
    const { pool } = service.database;
    await pool.query(
      `alter table audit_entries disable trigger all; ${statement}; alter table audit_entries enable trigger all`,
    );
  };
  const verify = async (saved: readonly ChainEnd[] = []) =>
    verifyAudit(service.database.db, { saved, auditDays: 730 });
  const broken = async (saved?: readonly ChainEnd[]) => (await verify(saved)).broken;

  test('has no gap, whoever writes at the same time, and nothing of what is rolled back', async () => {
    await recordMany('north', 20);
    const failed = service.database.db.transaction().execute(async (tx) => {
      await record('north', tx);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await recordMany('north', 1);
    expect(await verify()).toEqual({ entries: 21, chains: 1, deleted: 0 });
  });

  test('entries can’t be changed or deleted', async () => {
    const { db } = service.database;
    await expect(sql`update audit_entries set kind = 'sign-out'`.execute(db)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`truncate audit_entries`.execute(db)).rejects.toThrow('append-only');
  });

  test('one changed byte, a missing entry and a rewritten end are found', async () => {
    await recordMany('south', 5);
    const saved = await auditEnds(service.database.db);
    expect(await broken(saved)).toBeUndefined();
    const at = (position: number) => `chain = 'south' and position = ${position}`;
    const swap = (from: string, to: string) =>
      tamper(
        `update audit_entries set details = replace(details, '${from}', '${to}') where ${at(3)}`,
      );
    await swap('quoted', 'quoteD');
    expect(await broken()).toMatchObject({ chain: 'south', position: 3 });
    await swap('quoteD', 'quoted');
    expect(await broken()).toBeUndefined();
    await tamper(`update audit_entries set origin = replace(origin, '2.1', '2.2') where ${at(2)}`);
    expect(await broken()).toMatchObject({
      position: 2,
      why: expect.stringContaining('address'),
    });
    // The address of one entry can be erased, and the chain stays whole.
    await sql`update audit_entries set origin = null where chain = 'south' and position = 2`.execute(
      service.database.db,
    );
    expect(await broken(saved)).toBeUndefined();
    await tamper(`delete from audit_entries where ${at(5)}`);
    expect(await broken()).toMatchObject({ position: 5, why: 'the entry is missing' });
    await tamper(
      `delete from audit_entries where chain = 'south'; delete from audit_chains where id = 'south'`,
    );
    expect(await broken()).toBeUndefined();
    expect(await broken(saved)).toMatchObject({ chain: 'south', why: 'the chain is missing' });
  });

  test('old entries are deleted, which is recorded, and the rest can be verified', async () => {
    const { db } = service.database;
    await deleteOldEntries(db, new Date(Date.now() + 60_000));
    await recordMany('north', 2);
    const { rows } = await sql`
      select chain, position, details from audit_entries order by chain, position`.execute(db);
    expect(rows).toMatchObject([
      { chain: '', position: 1, details: expect.any(String) },
      { chain: 'north', position: 22 },
      { chain: 'north', position: 23 },
    ]);
    const [{ details } = { details: '' }] = rows as { details: string }[];
    expect(JSON.parse(details)).toEqual({ chain: 'north', entries: 21, to: 21 });
    expect(await verify()).toEqual({ entries: 3, chains: 2, deleted: 21 });
    await tamper(`delete from audit_entries where chain = 'north' and position = 22`);
    expect(await broken()).toMatchObject({ chain: 'north', position: 22 });
  });

  test('another system gets the entries that are a minute old, in their order', async () => {
    const { db } = service.database;
    await recordMany('west', 3);
    await tamper(
      `update audit_entries set at = at - interval '2 minutes' where chain = 'west' and position < 3`,
    );
    const ofWest = async (after: number) =>
      (await readEntriesAfter(db, after)).filter(({ chain }) => chain === 'west');
    const [first, ...more] = await ofWest(0);
    expect([first, ...more]).toMatchObject([{ position: 1 }, { position: 2 }]);
    expect(await ofWest(first?.id ?? 0)).toEqual(more);
  });
});
