import type { Db } from '#server/db/connect.ts';
import { tooMany } from '#server/http/rate-limits.ts';

import type { Attempt } from './attempts.rules.ts';
import { lockCounters, saveCounter } from './failed-attempts.store.ts';
import { admit } from './throttle.rules.ts';

/**
 * Counts an attempt as failed before the password is checked, so that many attempts at once cannot
 * slip through. `forgive` undoes this. The counters are in the database, so that all
 * processes share them.
 * @returns The number of failures, this attempt included; for an account, those from everywhere.
 * @throws ApiError 429 when the attempt has to wait
 */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<number> {
  const { waitMs, failures } = await db.transaction().execute(async (tx) => {
    const read = await lockCounters(tx, [attempt.own, ...attempt.shared], now);
    const own = read(attempt.own);
    const shared = attempt.shared.map(read);
    const { waitMs: ms, changed } = admit(now.getTime(), own, shared);
    for (const counter of changed) await saveCounter(tx, counter, now);
    const ofAccount = shared.find(({ limit }) => limit === 'account');
    return { waitMs: ms, failures: (ofAccount ?? own).failures };
  });
  if (waitMs === 0) return failures;
  const seconds = Math.ceil(waitMs / 1_000);
  const unit = seconds === 1 ? 'second' : 'seconds';
  throw tooMany(
    'too-many-failed-attempts',
    `Too many failed attempts. Try again in ${seconds} ${unit}.`,
    seconds,
  );
}
