import { createHash } from 'node:crypto';

import { hasDemoAccounts } from '#server/accounts/accounts.store.ts';
import { demoOperatorKey, demoPassword } from '#server/accounts/demo-accounts.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { insertAttachments } from '#server/attachments/attachments.store.ts';
import { storeOperatorKey } from '#server/auth/operator-keys.store.ts';
import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';

import { dealPast } from './deal-past.ts';
import { makeDeals } from './demo-deals.ts';
import { demoFiles } from './demo-files.ts';
import { type DemoLead, makeLeads } from './demo-leads.ts';
import { dealRow, leadRow } from './demo-rows.ts';
import { seedUpload, withUploadedLeads } from './demo-upload.ts';
import { leadPast } from './lead-past.ts';
import { type Random, randomFrom } from './random.ts';
import { type Past, replayPasts } from './replay-past.ts';
import { type Owner, seedOperator, seedPartner, seedSupport } from './seed-people.ts';

/** The demo partners, their contacts without an account, and how many records each partner has. */
const partners = [
  {
    name: 'Harbour Finance',
    further: ['Tāne Keel'],
    leads: 240,
    deals: 62,
    converted: 46,
    hasUpload: true,
  },
  { name: 'Summit Capital', further: [], leads: 80, deals: 20, converted: 15, hasUpload: false },
] as const;
/** How many of each partner’s newest leads have files. */
const withFiles = 12;

const seed = 20_261_121;

/** The columns that the past of records changes, with their types. */
const sharedColumns = {
  status: 'text',
  sub_status: 'text',
  calls_made: 'integer',
  last_call_at: 'timestamptz',
  operator_fields: 'jsonb',
};
const dealColumns = { ...sharedColumns, amount: 'numeric' };
const leadColumns = { ...sharedColumns, fields: 'jsonb', converted_deal_id: 'text' };

/**
 * Stores only the demo accounts in an empty database, for records that the upstream service stores.
 * Does nothing when there are demo accounts.
 */
export async function seedDemoAccounts(db: Db): Promise<void> {
  if (await hasDemoAccounts(db)) return;
  const random = randomFrom(seed);
  const passwordHash = await hashPassword(demoPassword);
  await db.transaction().execute(async (tx) => {
    await seedSupport(tx, random, passwordHash);
    for (const partner of partners) await seedPartner(tx, random, partner, passwordHash);
  });
}

/**
 * Stores the demo accounts with their leads, deals and files in an empty database, and the key of
 * the operator. Does nothing else when there are demo accounts. The data is the same every time,
 * except that times are relative to `now`, so that the lists look recent.
 */
export async function seedDemo(db: Db, files: FileStore, now = new Date()): Promise<void> {
  await storeOperatorKey(db, demoOperatorKey);
  if (await hasDemoAccounts(db)) return;
  const random = randomFrom(seed);
  const passwordHash = await hashPassword(demoPassword);
  const written = await db.transaction().execute(async (tx) => {
    const supportId = await seedSupport(tx, random, passwordHash);
    const operatorId = await seedOperator(tx);
    const fileIds: string[] = [];
    for (const partner of partners) {
      const owners = await seedPartner(tx, random, partner, passwordHash);
      const onFile = async (lead: DemoLead, index: number) => {
        fileIds.push(await seedFile(tx, files, { random, owners, lead, index, now }));
      };
      await seedRecords(tx, { random, owners, supportId, operatorId, now, onFile, ...partner });
    }
    return fileIds;
  });
  await Promise.all(written.map(async (id) => files.commit(id)));
}

interface RecordsWanted {
  readonly random: Random;
  readonly owners: readonly Owner[];
  readonly supportId: string;
  readonly operatorId: string;
  readonly now: Date;
  /** Attaches a file to a lead before the lead's past is replayed. */
  readonly onFile: (lead: DemoLead, index: number) => Promise<void>;
  readonly leads: number;
  readonly deals: number;
  readonly converted: number;
  /** Whether some of the leads came from a bulk upload. */
  readonly hasUpload: boolean;
}

async function seedRecords(tx: Db, wanted: RecordsWanted): Promise<void> {
  const { random, owners, supportId, operatorId, now } = wanted;
  const shared = { owners: owners.length, supportId };
  const made = makeLeads(random, { ...shared, count: wanted.leads, converted: wanted.converted });
  const leads = wanted.hasUpload ? withUploadedLeads(made) : made;
  const converted = leads.filter((lead) => lead.isConverted);
  const deals = makeDeals(random, { ...shared, count: wanted.deals, converted });
  // A generator of its own: the records stay the same, whatever their past is.
  const past = randomFrom(seed + leads.length);
  const dealPasts = new Map(deals.map((deal) => [deal.id, dealPast(past, deal, operatorId)]));
  await tx
    .insertInto('deals')
    .values(
      deals.map((deal) =>
        dealRow(deal, ownerOf(owners, deal), createdIn(dealPasts, deal.id), wanted),
      ),
    )
    .execute();
  const leadPasts = new Map(
    leads.map((lead) => [
      lead.id,
      leadPast(past, lead, {
        accountId: ownerOf(owners, lead).accountId,
        operatorId,
        deal: lead.isConverted ? deals[converted.indexOf(lead)] : undefined,
      }),
    ]),
  );
  // The partner's admin, who has the second account.
  const uploader = ownerOf(owners, { owner: 1 });
  const uploaderId = uploader.accountId;
  await tx
    .insertInto('leads')
    .values(
      leads.map((lead) =>
        leadRow(lead, ownerOf(owners, lead), createdIn(leadPasts, lead.id), { now, uploaderId }),
      ),
    )
    .execute();
  if (wanted.hasUpload) {
    const upload = { id: past.id(), owner: uploader, now };
    await seedUpload(tx, leads, upload);
  }
  for (const [index, lead] of leads.slice(0, withFiles).entries()) await wanted.onFile(lead, index);
  await replayPasts(tx, {
    table: 'deals',
    columns: dealColumns,
    pasts: dealPasts,
    now,
  });
  await replayPasts(tx, {
    table: 'leads',
    columns: leadColumns,
    pasts: leadPasts,
    now,
  });
}

/** Returns a record's columns at its creation. */
function createdIn<Columns>(pasts: ReadonlyMap<string, Past<Columns>>, id: string): Columns {
  const past = pasts.get(id);
  if (!past) throw new RangeError(`The record ${id} has no past.`);
  return past.created;
}

function ownerOf(owners: readonly Owner[], { owner }: { readonly owner: number }): Owner {
  const found = owners[owner];
  if (!found) throw new RangeError(`There is no contact ${owner}.`);
  return found;
}

async function seedFile(
  tx: Db,
  files: FileStore,
  {
    random,
    owners,
    lead,
    index,
    now,
  }: { random: Random; owners: readonly Owner[]; lead: DemoLead; index: number; now: Date },
): Promise<string> {
  const file = demoFiles[index % demoFiles.length];
  if (!file) throw new RangeError('There are no demo files.');
  const id = random.id();
  // Removes an uncommitted file of an earlier, interrupted attempt.
  await files.discard(id);
  await files.write(
    id,
    (async function* once() {
      yield file.bytes;
    })(),
  );
  await insertAttachments(tx, [
    {
      id,
      lead_id: lead.id,
      type: file.type,
      file_name: file.fileName,
      media_type: file.mediaType,
      size: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      created_by: ownerOf(owners, lead).accountId,
      created_via: 'portal',
      // Shortly after the lead.
      created_at: new Date(now.getTime() - lead.age * 0.995 * 60_000),
    },
  ]);
  return id;
}
