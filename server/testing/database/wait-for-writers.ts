import { expect } from 'vitest';

import type { Db } from '#server/db/connect.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';

/**
 * Waits until all present writes are committed and known to be so. The service writes by itself
 * each second: a reader of new changes returns once more what else is written meanwhile.
 */
export async function waitForWriters(db: Db): Promise<void> {
  // The time of a change is rounded to a millisecond.
  const written = Date.now() + 1;
  const isCommitted = async () => (await findCommittedTime(db)).getTime() > written;
  await expect.poll(isCommitted, { interval: 5 }).toBe(true);
}
