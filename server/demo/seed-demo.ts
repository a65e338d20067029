import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { sql } from 'kysely';

import { hasDemoAccounts } from '#server/accounts/accounts.store.ts';
import { demoOperatorKey } from '#server/accounts/demo-accounts.ts';
import { insertAttachments } from '#server/attachments/attachments.store.ts';
import { storeOperatorKey } from '#server/auth/keys.store.ts';
import type { Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { makeDeal } from './demo-deals.ts';
import { type DemoLead, makeLead } from './demo-leads.ts';
import { replayChanges, type Setting, toTime } from './demo-records.ts';
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
      lead_partner_id: row.partner_id,
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

/** The requests to each partner, with the days until each is due, and its later states. */
const asked = [
  {
    kind: 'document',
    document_type: 'Bank Statements',
    text: 'Please send the statements of the last three months.',
    dueAfter: 1,
    steps: [],
  },
  {
    kind: 'correction',
    field_names: ['firstName', 'lastName'],
    text: 'The name differs from the one on the ID. Please correct it.',
    dueAfter: 30,
    steps: [
      { state: 'sent', answer: 'That is the full name.' },
      { state: 'returned', reason: 'The middle name on the ID is missing.' },
    ],
  },
  {
    kind: 'question',
    text: 'Since when has your client traded from here?',
    dueAfter: 30,
    steps: [],
  },
  {
    kind: 'question',
    text: 'Is the second director a guarantor?',
    dueAfter: null,
    steps: [{ state: 'sent', answer: 'Yes, both directors are.' }],
  },
  {
    kind: 'document',
    document_type: 'Proof of Identity or ID',
    text: 'Both sides of the driver licence, please.',
    dueAfter: null,
    steps: [{ state: 'sent', answer: 'Your office has seen it.' }, { state: 'done' }],
  },
] as const;
const dayMinutes = 24 * 60;

interface AskedRecord {
  readonly record_type: 'lead' | 'deal';
  readonly record_id: string;
  readonly lead_id: string;
  readonly partner_id: string;
  readonly contact_id: string;
  readonly updated_at: Date;
}

/**
 * Stores requests on leads and deals of a partner, of its first contact if possible: made after the
 * last change of the record, one of them overdue, and one in each state but withdrawn.
 */
async function seedRequests(tx: Db, { random, operatorId, now, owners }: Setting): Promise<void> {
  const [first] = owners;
  const { rows: records } = await sql<AskedRecord>`
    select * from (
      select 'lead' as record_type, id as record_id, id as lead_id, partner_id, contact_id, updated_at
      from leads where status in ('With Broker', 'Work in progress')
      union all
      select 'deal', d.id, l.id, d.partner_id, d.contact_id, d.updated_at
      from deals as d join leads as l on (l.converted_deal_id, l.partner_id) = (d.id, d.partner_id)
      where d.status in ('In Progress', 'Additional Info Required', 'Approved')
    ) as records
    where partner_id = ${first?.partnerId} and updated_at > ${toTime(now, 14 * dayMinutes)}
    order by contact_id = ${first?.contactId} desc, updated_at, record_id limit ${asked.length}`.execute(
    tx,
  );
  for (const [index, { updated_at: updatedAt, ...record }] of records.entries()) {
    const { dueAfter, steps, ...request } = asked[index] ?? asked[0];
    const age = (now.getTime() - updatedAt.getTime()) / 60_000;
    const at = toTime(now, age / 2);
    const id = random.id();
    const operator = { updated_by: operatorId, updated_via: 'operator' } as const;
    const owner = owners.find(({ contactId }) => contactId === record.contact_id);
    const partner = { updated_by: owner?.accountId ?? operatorId, updated_via: 'portal' } as const;
    const due = dueAfter && toTime(now, age / 2 - dueAfter * dayMinutes);
    const due_on = due && due.toISOString().slice(0, 10);
    const created = { id, due_on, created_at: at, created_by: operatorId, updated_at: at };
    await tx
      .insertInto('requests')
      .values({ ...record, ...request, ...created, ...operator })
      .execute();
    for (const [step, change] of steps.entries())
      await tx
        .updateTable('requests')
        .set({ ...change, ...(change.state === 'sent' ? partner : operator) })
        .set({ updated_at: toTime(now, age / (3 + step)), version: step + 2 })
        .where('id', '=', id)
        .execute();
  }
}
