import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newIdAt } from '#server/db/ids.ts';
import type { LeadPlace } from '#server/leads/new-leads.store.ts';

/**
 * How long rows count as sent together, in milliseconds. A row that is stored this much later than
 * a row after it, such as one that was rejected and corrected next week, is created when it is
 * stored.
 */
const sentTogetherMs = 10 * 60_000;

/** How many times of creation an upload stores: batches overtake each other by fewer. */
const maxTimes = 100;

/**
 * The last row of a batch and when its leads were created, in milliseconds. The times of an upload
 * are in the order of its rows.
 */
type LeadTime = readonly [row: number, time: number];

/**
 * Returns the place in the order of creation of each row that is about to become a lead of a locked
 * upload, so that lists sorted by creation have the order of the file. Batches in flight can
 * overtake each other: a row that is stored after a later row gets that row's time of creation, and
 * ids sort by row number.
 */
export async function findLeadPlaces(
  tx: Db,
  uploadId: string,
  rowNumbers: readonly number[],
): Promise<LeadPlace[]> {
  if (rowNumbers.length === 0) return [];
  const { now, earlier } = await findTimes(tx, uploadId);
  const latest = Math.max(now, ...earlier.map(([, time]) => time));
  const findTime = (rowNumber: number) => earlier.find(([row]) => row > rowNumber)?.[1] ?? latest;
  const added = rowNumbers.map((row): LeadTime => [row, findTime(row)]);
  await saveTimes(tx, uploadId, lastRows([...earlier, ...added]).slice(-maxTimes));
  return added.map(([row, time]) => ({ id: newIdAt(row), createdAt: new Date(time) }));
}

/** Returns the last row of each time, in file order. */
function lastRows(times: readonly LeadTime[]): LeadTime[] {
  const rows = new Map<number, number>();
  for (const [row, time] of times) rows.set(time, Math.max(row, rows.get(time) ?? 0));
  return Array.from(rows, ([time, row]): LeadTime => [row, time]).toSorted(([a], [b]) => a - b);
}

async function findTimes(
  tx: Db,
  uploadId: string,
): Promise<{ now: number; earlier: readonly LeadTime[] }> {
  const { time, lead_times: times } = await tx
    .selectFrom('bulk_uploads')
    .select(['lead_times', sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('time')])
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  const now = time.getTime();
  return { now, earlier: times.filter(([, at]) => at > now - sentTogetherMs) };
}

async function saveTimes(tx: Db, uploadId: string, times: readonly LeadTime[]): Promise<void> {
  await tx
    .updateTable('bulk_uploads')
    .set({ lead_times: JSON.stringify(times) })
    .where('id', '=', uploadId)
    .execute();
}
