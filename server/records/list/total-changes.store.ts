import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { splitBlock } from './creation-blocks.store.ts';

/** At most so many blocks are split at a time, so that changes are added up meanwhile. */
const maxSplits = 20;

/**
 * Adds the changes of totals to the totals, so that few are left to add while reading, and splits
 * blocks that have become too large: if anything was added, or if any `mayBeLarge`. Returns whether
 * any may still be.
 */
export async function addTotalChanges(db: Db, mayBeLarge = true): Promise<boolean> {
  const { rows } = await sql<{ is_added: boolean }>`
    select fold_total_changes() as is_added`.execute(db);
  if (!mayBeLarge && !rows[0]?.is_added) return false;
  for (let splits = 0; splits < maxSplits; splits += 1) if (!(await splitBlock(db))) return false;
  return true;
}
