import { sql } from 'kysely';

import { hasDemoAccounts } from '#server/accounts/accounts.store.ts';
import { demoOperatorKey } from '#server/accounts/demo-accounts.ts';
import { storeOperatorKey } from '#server/auth/keys.store.ts';
import type { Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import { newId } from '#server/db/ids.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { type DemoSetting, makeDealActions, makeLeadActions } from './demo-actions.ts';
import { makeFileActions } from './demo-files.ts';
import { demoRecords } from './demo-records.ts';
import { makeRequestActions } from './demo-requests.ts';
import { seedOperator, seedPeople } from './seed-people.ts';

/**
 * Stores only the demo accounts in an empty database, for records that the upstream service stores.
 * Does nothing when there are demo accounts.
 */
export async function seedDemoAccounts(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await isToBeSeeded(tx)) await seedPeople(tx);
  });
}

/**
 * Stores the demo accounts with their leads, deals and files in an empty database, and the key of
 * the operator. Does nothing else when there are demo accounts. Times are relative to `at`, by
 * default now, so that the lists look recent. What happened is stored in the order of its times, as
 * the portal stores it.
 */
export async function seedDemo(db: Db, files: FileStore, at?: Date): Promise<void> {
  const now = (at ?? (await readTime(db))).getTime();
  await storeOperatorKey(db, demoOperatorKey);
  const written: string[] = [];
  await db.transaction().execute(async (tx) => {
    if (!(await isToBeSeeded(tx))) return;
    const { supportId, owners } = await seedPeople(tx);
    const keyId = await seedOperator(tx);
    const actions = demoRecords.flatMap((record) => {
      const owner = owners.get(record.owner);
      if (!owner) throw new RangeError(`Nobody is called ${record.owner}.`);
      const ids = { leads: newId(), deals: '' };
      const setting: DemoSetting = { tx, record, owner, supportId, keyId, ids };
      return [
        ...(record.deal === '' ? [] : makeDealActions(setting)),
        ...(record.deal === 'renewal' ? [] : makeLeadActions(setting)),
        ...makeFileActions(setting, files, written),
        ...makeRequestActions(setting),
      ];
    });
    const inOrder = actions.toSorted((one, other) => other.daysAgo - one.daysAgo);
    // Each has a time of its own: a change without one is of now (`keep_record_times`).
    for (const [index, { daysAgo, run }] of inOrder.entries())
      await run(new Date(now - Math.round(daysAgo * 86_400_000) + index));
  });
  await Promise.all(written.map(async (id) => files.commit(id)));
}

/** Returns whether there are no demo accounts. Another process that seeds is waited for. */
async function isToBeSeeded(tx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx);
  return !(await hasDemoAccounts(tx));
}
