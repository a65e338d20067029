import { type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';
import type { Tables } from '#server/db/schema.ts';

import {
  type ChainEnd,
  findWrongDeletion,
  findWrongEntry,
  type KnownChain,
} from './verify-audit.rules.ts';

/** An entry as stored. */
export type Entry = Selectable<Tables['audit_entries']>;
type Chain = Selectable<Tables['audit_chains']>;

/** The result of verifying the audit trail. */
export interface Verification {
  readonly entries: number;
  readonly chains: number;
  /** How many entries were deleted because of their age, in all. */
  readonly deleted: number;
  /** The first entry that is not as it was written; undefined: all are. */
  readonly broken?: { readonly chain: string; readonly position: number; readonly why: string };
}

/** Entries that are read at once. */
const entriesAtOnce = 5_000;

/**
 * Computes every hash again, and compares the ends of chains that were saved before. Entries may
 * have been deleted only if the trail records it, and by the saved ends only if they were older
 * than `auditDays`.
 */
export async function verifyAudit(
  db: Db,
  { saved = [], auditDays }: { readonly saved?: readonly ChainEnd[]; readonly auditDays: number },
): Promise<Verification> {
  const chains = await db.selectFrom('audit_chains').selectAll().orderBy('id').execute();
  const recorded = await readDeletions(db);
  const oldDay = await findOldDay(db, auditDays);
  const deleted = chains.reduce((sum, chain) => sum + chain.deleted_to, 0);
  let entries = 0;
  for (const chain of chains) {
    const found = await verifyChain(db, chain, {
      saved: saved.filter((end) => end.chain === chain.id),
      recordedTo: recorded.get(chain.id) ?? 0,
      oldDay,
    });
    if ('why' in found) return { entries, chains: chains.length, deleted, broken: found };
    entries += found.entries;
  }
  const missing = saved.find(({ chain }) => !chains.some(({ id }) => id === chain));
  const result = { entries, chains: chains.length, deleted };
  if (!missing) return result;
  const { chain, position } = missing;
  return { ...result, broken: { chain, position, why: 'the chain is missing' } };
}

/**
 * Returns up to where the entries of each chain are deleted, from the latest record of it in the
 * service’s own chain.
 */
async function readDeletions(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ chain: string; deleted_to: number }>`
    select distinct on (details::json ->> 'chain') details::json ->> 'chain' as chain,
      coalesce((details::json ->> 'to')::bigint, 0) as deleted_to
    from audit_entries where chain = '' and kind = 'entries-deleted' and actor_type = 'service'
    order by details::json ->> 'chain', position desc`.execute(db);
  return new Map(rows.map((row) => [row.chain, row.deleted_to]));
}

async function findOldDay(db: Db, auditDays: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(now() at time zone 'UTC' - ${auditDays} * interval '1 day', 'YYYY-MM-DD') as day`.execute(
    db,
  );
  return rows[0]?.day ?? '';
}

async function verifyChain(db: Db, chain: Chain, { saved, ...known }: KnownChain) {
  const broken = (position: number, why: string) => ({ chain: chain.id, position, why });
  const wrong = findWrongDeletion(chain, { saved, ...known });
  if (wrong) return broken(wrong.position, wrong.why);
  let position = chain.deleted_to;
  let hash = chain.deleted_hash;
  for await (const entry of readEntries(db, chain)) {
    position += 1;
    const why = findWrongEntry(entry, { position, before: hash, saved });
    if (why !== undefined) return broken(position, why);
    hash = entry.hash;
  }
  const last = Math.max(chain.position, ...saved.map((end) => end.position));
  if (position < last) return broken(position + 1, 'the entry is missing');
  if (!hash.equals(chain.hash)) return broken(position, 'it is not the last one written');
  return { entries: position - chain.deleted_to };
}

/** Yields the entries of a chain up to the end that it had when it was read. */
function readEntries(db: Db, { id, position: end }: Chain): AsyncGenerator<Entry> {
  const read = async (last: Entry | undefined) =>
    db
      .selectFrom('audit_entries')
      .selectAll()
      .where('chain', '=', id)
      .where('position', '>', last?.position ?? 0)
      .where('position', '<=', end)
      .orderBy('position')
      .limit(entriesAtOnce)
      .execute();
  return readByPages(read, entriesAtOnce);
}

/** Returns the ends of all chains, with what was deleted of each, and where its days end. */
export async function auditEnds(db: Db): Promise<ChainEnd[]> {
  // One statement, so that no entry comes between an end and its days.
  const { rows } = await sql<{
    chain: string;
    position: number;
    hash: Buffer;
    deleted_to: number;
    days: Record<string, number>;
  }>`
    select id as chain, position, hash, deleted_to,
      coalesce((
        select json_object_agg(day, last order by day) from (
          select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, max(position) as last
          from audit_entries where chain = audit_chains.id group by 1
        ) as days
      ), '{}') as days
    from audit_chains order by id`.execute(db);
  return rows.map(({ chain, position, hash, deleted_to: deletedTo, days }) => ({
    chain,
    position,
    hash: hash.toString('hex'),
    deletedTo,
    days,
  }));
}
