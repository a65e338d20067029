import { sql } from 'kysely';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { Db } from '#server/db/connect.ts';

import type { EntryIdentity } from './feed.rules.ts';

/** The most changes that get their positions in one transaction. */
const maxNumbered = 10_000;

/** A change in the feed, with the names that belong to it. */
export interface FeedRow extends EntryIdentity {
  readonly recordType: FeedEntry['recordType'];
  readonly partnerId: string;
  readonly contactId: string;
  readonly kind: FeedEntry['kind'];
  readonly by: string;
  readonly byName: string | null;
  readonly via: FeedEntry['via'];
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether the values were erased since. */
  readonly isErased: boolean;
}

/** Gives positions to committed changes, so that {@link readFeed} returns them. */
export async function numberFeed(db: Db): Promise<void> {
  await sql`select number_feed(${maxNumbered})`.execute(db);
}

/** Returns the entry with a number; undefined if no entry has it. */
export async function findEntry(db: Db, number: number): Promise<EntryIdentity | undefined> {
  return db
    .selectFrom('feed')
    .innerJoin('changes', 'changes.id', 'change_id')
    .select(['position as number', 'change_id as changeId', 'record_id as recordId', 'at'])
    .where('position', '=', number)
    .executeTakeFirst();
}

/** Returns the entries after a number, in order. */
export async function readFeed(
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select feed.position as number, changes.id as "changeId", record_type as "recordType", record_id as "recordId",
      changes.partner_id as "partnerId", changes.contact_id as "contactId", kind, at, by, accounts.name as "byName", via,
      current as values,
      exists (select from changes as later
        where later.record_id = changes.record_id and later.kind = 'erased' and later.id >= changes.id) as "isErased"
    from (select * from feed where position > ${after} order by position limit ${limit}) as feed
      join changes on changes.id = change_id
      left join accounts on accounts.id = by
    order by feed.position`.execute(db);
  return rows;
}
