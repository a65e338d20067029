import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

import type { FeedEntry } from '#contract/operator/changes.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { findRowsOfLeads, type RowOfLead } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { busyError } from '#server/http/rate-limits.ts';
import { route } from '#server/http/routes.ts';

import { type EntryIdentity, formatPosition, numberIn } from './feed.rules.ts';

/** Registers the changes feed. */
export function feedRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;
  const changes = changeSignal(app, database);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  route(app, operator.listChanges, async ({ caller, query, reply }) => {
    const { after, limit, wait } = query;
    const { partnerId } = caller;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const time = wait === 0 ? AbortSignal.abort() : AbortSignal.timeout(wait * 1_000);
    const end = AbortSignal.any([gone.signal, closing.signal, time]);
    const signal = changes();
    const number = await findNumber(db, after, partnerId);
    for (;;) {
      // Taken before reading, so that no change is missed between reading and waiting.
      const changedOrEnded = signal.next(end);
      await numberFeed(db);
      const rows = await readFeed(db, { after: number, limit, partnerId });
      if (rows.length > 0) return present(db, rows);
      if (!end.aborted) await signal.waitFor(changedOrEnded);
      if (end.aborted) return [];
    }
  });
}

/**
 * Returns a function that returns the signal of committed changes, which listens from its first
 * call on. Requests don’t wait for it to listen: without a connection to listen on, waiting ends
 * with its time.
 */
function changeSignal(app: FastifyInstance, database: Database): () => ChangeSignal {
  const signal = new ChangeSignal();
  const notify = () => signal.notify();
  let stopping: Promise<() => Promise<void>> | undefined;
  app.addHook('onClose', async () => {
    // A listener without a connection ends with its database.
    void stopping?.then(async (stop) => stop());
  });
  return () => {
    if (!stopping) {
      stopping = database.listen('changes', notify, notify);
      // A change that was committed before may have been missed.
      void stopping.then(notify);
    }
    return signal;
  };
}

/** How many requests wait for a change at the same time: after each change, all of them read. */
export const maxWaiting = 50;

/** Says that something was changed to everybody who waits for it. */
class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  #requests = 0;

  /** Resolves at the next change, or at `end`. Nothing of it is kept afterwards. */
  async next(end: AbortSignal): Promise<void> {
    if (end.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    end.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#waiting.delete(resolve);
  }

  /**
   * Waits for a change that {@link next} returned.
   * @throws ApiError 503 when too many requests wait already
   */
  async waitFor(change: Promise<void>): Promise<void> {
    if (this.#requests >= maxWaiting) throw busyError();
    this.#requests += 1;
    await change;
    this.#requests -= 1;
  }

  /** Ends all waiting. */
  notify(): void {
    for (const resolve of this.#waiting) resolve();
  }
}

/**
 * Returns the number after which to read; `after` is the position of the last entry that the caller
 * has.
 * @throws ApiError 409 when this database has no such position
 */
async function findNumber(db: Db, after: string | undefined, partnerId: string | null) {
  if (after === undefined || after === '0') return 0;
  const number = numberIn(after);
  const entry = number === undefined ? undefined : await findEntry(db, number, partnerId);
  if (entry && formatPosition(entry) === after) return entry.number;
  throw new ApiError(
    'unknown-position',
    'This portal has no change at that position: its database was replaced, or restored from a backup. Read the changes again from the beginning.',
  );
}

async function present(db: Db, rows: Awaited<ReturnType<typeof readFeed>>): Promise<FeedEntry[]> {
  const uploaded = await findRowsOfLeads(
    db,
    rows
      .filter(({ via, kind }) => via === 'bulk-upload' && kind === 'created')
      .map(({ recordId }) => recordId),
  );
  const uploadedRows = new Map(uploaded.map((row) => [row.leadId, row]));
  return rows.map((row) =>
    presentEntry(row, row.kind === 'created' ? uploadedRows.get(row.recordId) : undefined),
  );
}

/** Returns an entry of the feed, with the row of the bulk upload that it came from. */
export function presentEntry(row: FeedRow, uploaded: RowOfLead | undefined): FeedEntry {
  return {
    position: formatPosition(row),
    kind: row.kind,
    recordType: row.recordType,
    recordId: row.recordId,
    brokerId: row.partnerId,
    brokerRepId: row.contactId,
    at: row.at.toISOString(),
    // The record names who changed it last, which a command is not.
    by: row.via === 'command' ? null : { id: row.by, name: row.byName ?? '' },
    // The column has the way in which most leads were created then, not how this one was.
    via: row.kind === 'known' ? 'unknown' : row.via,
    bulkUpload: uploaded
      ? { id: uploaded.uploadId, fileName: uploaded.fileName, row: uploaded.row }
      : null,
    values: row.values,
    isErased: row.isErased,
  };
}

/** The most changes that get their positions in one transaction. */
const maxNumbered = 10_000;

/** How much the values of one response have, in bytes, unless one entry has more. */
const maxBytes = 4 * 1024 * 1024;

/** A change in the feed, with the names that belong to it. */
interface FeedRow
  extends EntryIdentity, Pick<FeedEntry, 'recordType' | 'kind' | 'via' | 'values' | 'isErased'> {
  readonly partnerId: string;
  readonly contactId: string;
  readonly by: string;
  readonly byName: string | null;
}

/** Which entries are read: after a number, at most so many, of a partner or (null) of all. */
interface FeedRange {
  readonly after: number;
  readonly limit: number;
  readonly partnerId: string | null;
}

/** Gives positions to committed changes, so that {@link readFeed} returns them. */
export async function numberFeed(db: Db): Promise<void> {
  await sql`select number_feed(${maxNumbered})`.execute(db);
}

/** Returns the entry with a number, of a partner or of any; undefined if there is none. */
async function findEntry(db: Db, number: number, partnerId: string | null) {
  let entry = db
    .selectFrom('feed')
    .innerJoin('changes', 'changes.id', 'change_id')
    .select(['position as number', 'change_id as changeId', 'record_id as recordId', 'at'])
    .where('position', '=', number);
  if (partnerId !== null) entry = entry.where('feed.partner_id', '=', partnerId);
  return entry.executeTakeFirst();
}

/**
 * Returns the entries of a partner, or of all, after a number, in order: fewer than `limit` where
 * their values are long, but at least one.
 */
export async function readFeed(db: Db, { after, limit, partnerId }: FeedRange): Promise<FeedRow[]> {
  const ofPartner = partnerId === null ? sql`` : sql`and partner_id = ${partnerId}`;
  const { rows } = await sql<FeedRow>`
    select number, "changeId", "recordType", "recordId", "partnerId", "contactId", kind, at, by, "byName", via, values,
      "isErased"
    from (select feed.position as number, changes.id as "changeId", record_type as "recordType", record_id as "recordId",
      changes.partner_id as "partnerId", changes.contact_id as "contactId", kind, at, by, accounts.name as "byName", via,
      current as values,
      sum(octet_length(current::text)) over (order by feed.position) - octet_length(current::text) as "bytesBefore",
      exists (select from changes as later
        where later.record_id = changes.record_id and later.partner_id = changes.partner_id and later.kind = 'erased' and later.id >= changes.id) as "isErased"
    from (select * from feed where position > ${after} ${ofPartner} order by position limit ${limit}) as feed
      join changes on (changes.id, changes.partner_id) = (change_id, feed.partner_id)
      left join accounts on accounts.id = by) as entries
    where "bytesBefore" < ${maxBytes}
    order by number`.execute(db);
  return rows;
}
