import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newIdAt } from '#server/db/ids.ts';
import type { LeadPlace } from '#server/leads/leads.store.ts';

/**
 * How long rows count as sent together, in minutes. A row that is stored this much later than a row
 * after it, such as one that was rejected and corrected next week, is created when it is stored.
 */
const sentTogetherMinutes = 10;

/** Batches of one upload overtake each other by less than this many rows. */
const maxDistance = 10_000;

/** A lead of the upload that was created a short time ago. */
interface Neighbour {
  readonly row_number: number;
  readonly created_at: Date;
}

/**
 * Returns the place in the order of creation of each row that is about to become a lead of a locked
 * upload, so that lists sorted by creation have the order of the file. Batches in flight can
 * overtake each other: a row that is stored after a later row gets that row's time of creation, and
 * ids sort by row number.
 */
export async function placesOf(
  tx: Db,
  uploadId: string,
  rowNumbers: readonly number[],
): Promise<LeadPlace[]> {
  const inOrder = rowNumbers.toSorted((a, b) => a - b);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { now, neighbours } = await neighboursOf(tx, uploadId, first, last);
  const times = new Map<number, Date>();
  let after = neighbours.length - 1;
  for (const row of inOrder.toReversed()) {
    while ((neighbours[after]?.row_number ?? 0) > row) after -= 1;
    const next = neighbours[after + 1]?.created_at;
    const before = neighbours[after]?.created_at;
    times.set(row, next ?? (before && before > now ? before : now));
  }
  return rowNumbers.map((row) => ({ id: newIdAt(row), createdAt: times.get(row) ?? now }));
}

/**
 * Returns the time, and the recent leads of the upload from the last one before `first` to the
 * first one after `last`, in file order.
 */
async function neighboursOf(
  tx: Db,
  uploadId: string,
  first: number,
  last: number,
): Promise<{ now: Date; neighbours: Neighbour[] }> {
  const { rows } = await sql<{ now: Date; row_number: number | null; created_at: Date | null }>`
    with clock as (select date_trunc('milliseconds', clock_timestamp()) as now),
      recent as (
        select row_number, created_at from bulk_upload_rows join leads on leads.id = lead_id, clock
        where upload_id = ${uploadId} and created_at > now - ${sql.lit(`${sentTogetherMinutes} minutes`)}::interval
      )
    select now, row_number, created_at
    from clock left join (
      (select * from recent where row_number between ${first - maxDistance} and ${first - 1}
        order by row_number desc limit 1)
      union all
      select * from recent where row_number between ${first} and ${last}
      union all
      (select * from recent where row_number between ${last + 1} and ${last + maxDistance}
        order by row_number limit 1)
    ) as near on true
    order by row_number`.execute(tx);
  const neighbours = rows.flatMap(({ row_number, created_at }) =>
    row_number === null || created_at === null ? [] : [{ row_number, created_at }],
  );
  return { now: rows[0]?.now ?? new Date(), neighbours };
}
