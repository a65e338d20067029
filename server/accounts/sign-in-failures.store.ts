import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { tooMany } from '#server/plugins/rate-limits.ts';
import { hashToken } from '#server/plugins/secrets.ts';

/** Wrong passwords in a quarter of an hour: for one account, and from one address (an office shares one). */
const most = { account: 10, address: 50 };

type Counted = { email: string; address: string };

// The address first: once it has had its share, it can neither shut accounts out nor fill the table.
const keysOf = ({ email, address }: Counted) => [
  { key: hashToken(`address ${address}`), most: most.address },
  { key: hashToken(`account ${email.toLowerCase()}`), most: most.account },
];

/**
 * Counts an attempt before it is judged, so that many at once cannot slip through; {@link forgive} takes it back when the password
 * was right. Kept in the database, so that all processes count together.
 * @throws ApiError 429
 */
export async function countAttempt(db: Db, attempt: Counted): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('resets_at', '<', new Date()).execute();
  for (const { key, most: limit } of keysOf(attempt)) {
    const { failures, resets_at } = await db
      .insertInto('sign_in_failures')
      .values({ key, failures: 1, resets_at: new Date(Date.now() + 15 * 60_000) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ failures: sql`sign_in_failures.failures + 1` }),
      )
      .returning(['failures', 'resets_at'])
      .executeTakeFirstOrThrow();
    if (failures > limit) {
      const seconds = (resets_at.getTime() - Date.now()) / 1000;
      throw tooMany(
        `That was too many wrong passwords. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`,
        seconds,
      );
    }
  }
}

/** A right password: the account starts from nothing again, the address gets its attempt back. */
export async function forgive(db: Db, attempt: Counted): Promise<void> {
  const [address, account] = keysOf(attempt).map(({ key }) => key);
  await db
    .deleteFrom('sign_in_failures')
    .where('key', '=', account ?? '')
    .execute();
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('key', '=', address ?? '')
    .execute();
}
