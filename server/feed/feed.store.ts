import { sql } from 'kysely';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { Db } from '#server/db/connect.ts';

import type { EntryIdentity } from './feed.rules.ts';

/** The most changes that get their positions in one transaction. */
const maxNumbered = 10_000;

/** How much the values of one response have, in bytes, unless one entry has more. */
const maxBytes = 4 * 1024 * 1024;

/** A change in the feed, with the names that belong to it. */
export interface FeedRow
  extends EntryIdentity, Pick<FeedEntry, 'recordType' | 'kind' | 'via' | 'values' | 'isErased'> {
  readonly partnerId: string;
  readonly contactId: string;
  readonly by: string;
  readonly byName: string | null;
}

/** The entries to read: after a number, at most so many, of a partner or (null) of all. */
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
export async function findFeedEntry(db: Db, number: number, partnerId: string | null) {
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
      changes.partner_id as "partnerId", changes.contact_id as "contactId", coalesce(outcome, kind) as kind, at, by, accounts.name as "byName", via,
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
