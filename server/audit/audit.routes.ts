import type { FastifyInstance } from 'fastify';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';

import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { operator } from '#contract/operator/endpoints.ts';
import {
  auditActs,
  auditEndpoints,
  type AuditEntry,
  type AuditFilter,
} from '#contract/portal/audit/audit.ts';
import { daysAgo } from '#contract/v1/list-parameters.ts';
import type { Caller, OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';
import type { Tables } from '#server/db/schema.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { getListedPartner } from '#server/records/records.policy.ts';
import type { Downloads } from '#server/spreadsheets/downloads.ts';

import { getOrigin, recordAct } from './audit.store.ts';

/** Entries that are read at once for a file. */
const entriesAtOnce = 500;

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
  readonly downloads: Downloads;
}

/** Registers the endpoints that read the audit trail. */
export function auditRoutes(app: FastifyInstance, { db, now, downloads }: Deps): void {
  route(app, auditEndpoints.listAuditEntries, async ({ caller, query }) =>
    readPage(db, caller, { ...query, ...toReadable(caller) }),
  );

  route(app, auditEndpoints.listAuditedPeople, async ({ caller }) =>
    listAuditedPeople(db, toReadable(caller)),
  );

  route(app, auditEndpoints.downloadAudit, async ({ caller, query, request, reply }) => {
    downloads.begin(caller, reply.raw);
    const details = { list: 'audit' };
    await recordAct(db, { ...getOrigin(caller, request), act: 'export-downloaded', details });
    const name = `audit ${now().toISOString().slice(0, 10)}.csv`;
    return downloads.sendCsv(reply, caller, { name, parts: auditLines(db, caller, query) });
  });
}

/** Registers the operator’s endpoint that reads the audit trail. */
export function operatorAuditRoutes(app: FastifyInstance, db: Db): void {
  route(app, operator.listAuditEntries, async ({ caller, query }) => {
    const partnerId = getListedPartner(caller, query.partnerId) ?? null;
    return readPage(db, caller, { ...query, partnerId });
  });
}

/** Returns a page of entries, as the caller may know them. */
async function readPage(
  db: Db,
  caller: Caller | OperatorCaller,
  query: Omit<AuditPage, 'before' | 'limit'> & Parameters<typeof toEntryRange>[0],
) {
  const rows = await listAuditEntries(db, { ...query, ...toEntryRange(query) });
  const { shown, next } = cutEntries(rows, query);
  return { entries: shown.map((row) => presentAuditEntry(row, caller)), next };
}

async function* auditLines(db: Db, caller: Caller, filter: AuditFilter): AsyncGenerator<string> {
  yield auditHeader;
  const page = { ...filter, ...toReadable(caller), limit: entriesAtOnce };
  const rows = readByPages<AuditRow>(
    async (last) => listAuditEntries(db, { ...page, before: last?.id ?? null }),
    entriesAtOnce,
  );
  for await (const row of rows) yield auditLine(presentAuditEntry(row, caller));
}

/** An entry of the audit trail, with the names that its ids have now. */
interface AuditRow extends Selectable<Tables['audit_entries']> {
  readonly actor_name: string | null;
  /** The partner of an account; null: support, or no account. */
  readonly actor_partner_id: string | null;
  readonly partner_name: string | null;
  readonly subject_name: string | null;
}

/** Whose entries a reader knows: of a partner, or all; only what one account did. */
interface Readable {
  readonly partnerId: string | null;
  readonly doneBy?: string;
}

/** Returns what a caller may read: brokers what they did themselves. */
function toReadable({ role, partnerId, accountId }: Caller): Readable {
  return { partnerId, ...(role === 'broker' && { doneBy: accountId }) };
}

/** Which entries are listed: of those that may be read, before an id, at most so many. */
interface AuditPage extends Partial<AuditFilter>, Readable {
  readonly before: number | null;
  readonly limit: number;
}

/** Returns entries of the audit trail, newest first. */
async function listAuditEntries(db: Db, page: AuditPage): Promise<AuditRow[]> {
  const { partnerId, doneBy, before, limit } = page;
  const { act = [], person = '', since = '', until = '' } = page;
  const conditions = [
    partnerId !== null && sql`e.partner_id = ${partnerId}`,
    before !== null && sql`e.id < ${before}`,
    doneBy !== undefined && sql`(e.actor_type, e.actor_id) = ('account', ${doneBy})`,
    act.length > 0 && sql`e.kind = any(${act}::text[])`,
    person !== '' && sql`${person} in (e.actor_id, e.subject_id)`,
    since !== '' && sql`e.at >= ${toMoment(since)}`,
    until !== '' && sql`e.at < ${toMoment(until)}`,
  ].filter((condition) => condition !== false);
  const { rows } = await sql<AuditRow>`
    select e.*, coalesce(a.name, k.name) as actor_name, a.partner_id as actor_partner_id,
      p.name as partner_name, s.name as subject_name
    from audit_entries e
      left join accounts a on e.actor_type = 'account' and a.id = e.actor_id
      left join keys k on e.actor_type = 'operator-key' and k.id = e.actor_id
      left join accounts s on e.subject_type = 'account' and s.id = e.subject_id
      left join partners p on p.id = e.partner_id
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by e.id desc limit ${limit}`.execute(db);
  return rows;
}

function toMoment(text: string): RawBuilder<Date> {
  const days = daysAgo(text);
  return days === undefined
    ? sql<Date>`${text}::timestamptz`
    : sql<Date>`now() - make_interval(days => ${days})`;
}

/**
 * Returns at most 10,000 entries after an id, oldest first, for another system to store. Those of
 * the last minute are left for the next time: one with a smaller id may not be committed yet.
 */
export async function readEntriesAfter(db: Db, id: number) {
  return db
    .selectFrom('audit_entries')
    .select(['id', 'chain', 'position', 'at', 'kind', 'actor_type', 'actor_id', 'partner_id'])
    .select(['subject_type', 'subject_id', 'details', 'origin'])
    .where('id', '>', id)
    .where('at', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('id')
    .limit(10_000)
    .execute();
}

/** Returns the people of whom entries may be read, by name; disabled accounts too. */
async function listAuditedPeople(db: Db, { partnerId, doneBy }: Readable) {
  let query = db.selectFrom('accounts').select(['id', 'name']).orderBy('name').orderBy('id');
  if (partnerId !== null) query = query.where('partner_id', '=', partnerId);
  if (doneBy !== undefined) query = query.where('id', '=', doneBy);
  return query.limit(5_000).execute();
}

const origin = z.object({ address: z.string() });
const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * Returns an entry as its reader may know it: of those who are not of their partner, a reader of
 * one partner learns neither name nor address.
 */
function presentAuditEntry(row: AuditRow, { partnerId }: Caller | OperatorCaller): AuditEntry {
  const mayKnow =
    partnerId === null || row.actor_partner_id === partnerId || row.actor_type === 'unknown';
  const { subject_type: type, subject_id: id } = row;
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    act: row.kind,
    actor: {
      type: row.actor_type,
      id: mayKnow ? row.actor_id : null,
      name: mayKnow ? row.actor_name : null,
    },
    partnerName: row.partner_name,
    subject: type === null || id === null ? null : { type, id, name: row.subject_name },
    details: details.parse(JSON.parse(row.details)),
    address: mayKnow && row.origin !== null ? origin.parse(JSON.parse(row.origin)).address : null,
  };
}

const actNames: Readonly<Record<string, string>> = auditActs;

/** The columns of the audit trail as a file. */
const columns: readonly (readonly [header: string, read: (entry: AuditEntry) => string])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Act', ({ act }) => actNames[act] ?? act],
  ['Who', ({ actor }) => actor.name ?? actor.type],
  ['Who: id', ({ actor }) => actor.id ?? ''],
  ['Partner', ({ partnerName }) => partnerName ?? ''],
  ['What', ({ subject }) => subject?.type ?? ''],
  ['What: id', ({ subject }) => subject?.id ?? ''],
  ['What: name', ({ subject }) => subject?.name ?? ''],
  [
    'Details',
    (entry) =>
      Object.entries(entry.details)
        .map((pair) => pair.join(': '))
        .join('; '),
  ],
  ['Address', ({ address }) => address ?? ''],
];

/** The first line of a file of entries. */
const auditHeader = csvLine(columns.map(([header]) => header));

/** Returns the line of an entry in a file. */
function auditLine(entry: AuditEntry): string {
  return csvLine(columns.map(([, read]) => guardCell(null, read(entry))));
}
