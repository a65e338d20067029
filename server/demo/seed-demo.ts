import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { sql } from 'kysely';

import { hasDemoAccounts } from '#server/accounts/accounts.store.ts';
import { demoOperatorKey } from '#server/accounts/demo-accounts.ts';
import { insertAttachments } from '#server/attachments/attachments.store.ts';
import { storeOperatorKey } from '#server/auth/operator-keys.store.ts';
import type { Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { makeDeal } from './demo-deals.ts';
import { type DemoLead, makeLead } from './demo-leads.ts';
import { replayChanges, type Setting, toTime } from './demo-records.ts';
import { seedRequests } from './demo-requests.ts';
import { randomFrom } from './random.ts';
import { seedOperator, seedPeople } from './seed-people.ts';

/** How many records the demo partners have. */
const partners = [
  { name: 'Harbour Finance', leads: 240, deals: 62, converted: 46 },
  { name: 'Summit Capital', leads: 80, deals: 20, converted: 15 },
] as const;
/** How many of each partner’s newest leads have files. */
const withFiles = 12;

/** Small real files to attach: their names, types and media types. */
const demoFiles = [
  ['statement.pdf', 'Bank Statements', 'application/pdf'],
  ['shopfront.png', 'Image', 'image/png'],
  ['transactions.csv', 'Bank Statements', 'text/csv'],
  ['licence.jpg', 'Proof of Identity or ID', 'image/jpeg'],
] as const;

const seed = 20_261_121;

/**
 * Stores only the demo accounts in an empty database, for records that the upstream service stores.
 * Does nothing when there are demo accounts.
 */
export async function seedDemoAccounts(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await isToBeSeeded(tx)) await seedPeople(tx, randomFrom(seed));
  });
}

/**
 * Stores the demo accounts with their leads, deals and files in an empty database, and the key of
 * the operator. Does nothing else when there are demo accounts. The data is the same every time,
 * except that times are relative to `at`, by default now, so that the lists look recent.
 */
export async function seedDemo(db: Db, files: FileStore, at?: Date): Promise<void> {
  const now = at ?? (await readTime(db));
  await storeOperatorKey(db, demoOperatorKey);
  const written = await db.transaction().execute(async (tx) => {
    if (!(await isToBeSeeded(tx))) return [];
    const random = randomFrom(seed);
    const { supportId, owners } = await seedPeople(tx, random);
    const operatorId = await seedOperator(tx);
    const fileIds: string[] = [];
    for (const { name, ...counts } of partners) {
      const people = { owners: owners.get(name) ?? [], supportId, operatorId };
      const setting = { random, companies: new Set<string>(), ...people, now };
      fileIds.push(...(await seedRecords(tx, files, setting, counts)));
    }
    return fileIds;
  });
  await Promise.all(written.map(async (id) => files.commit(id)));
}

/** Stores the records of a partner. Returns the ids of their files, which are not committed. */
async function seedRecords(
  tx: Db,
  files: FileStore,
  setting: Setting,
  counts: Omit<(typeof partners)[number], 'name'>,
): Promise<string[]> {
  const { now } = setting;
  const deals = Array.from({ length: counts.deals }, (_, index) =>
    makeDeal(setting, index, index < counts.converted),
  );
  const leads = Array.from({ length: counts.leads }, (_, index) =>
    makeLead(setting, index, deals[index - (counts.leads - counts.converted)]),
  ).toSorted((one, other) => one.minutesAgo - other.minutesAgo);
  await tx
    .insertInto('deals')
    .values(deals.map(({ row }) => row))
    .execute();
  await tx
    .insertInto('leads')
    .values(leads.map(({ row }) => row))
    .execute();
  const fileIds: string[] = [];
  for (const lead of leads.slice(0, withFiles))
    fileIds.push(await seedFile(tx, files, setting, lead));
  await replayChanges(tx, 'deals', deals, now);
  await replayChanges(tx, 'leads', leads, now);
  await seedRequests(tx, setting);
  return fileIds;
}

/** Attaches a file to a lead, shortly after the lead was created. Returns the id of the file. */
async function seedFile(
  tx: Db,
  files: FileStore,
  { random, now }: Setting,
  { row, minutesAgo }: DemoLead,
): Promise<string> {
  const [fileName, type, mediaType] = random.pick(demoFiles);
  const bytes = await readFile(new URL(`files/${fileName}`, import.meta.url));
  const id = random.id();
  // Removes an uncommitted file of an earlier, interrupted attempt.
  await files.discard(id);
  await files.write(id, Readable.from([bytes]));
  await insertAttachments(tx, [
    {
      id,
      lead_id: row.id,
      type,
      file_name: fileName,
      media_type: mediaType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_by: row.created_by,
      created_via: 'portal',
      created_at: toTime(now, minutesAgo * 0.995),
    },
  ]);
  return id;
}

/** Returns whether there are no demo accounts. Another process that seeds is waited for. */
async function isToBeSeeded(tx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx);
  return !(await hasDemoAccounts(tx));
}
