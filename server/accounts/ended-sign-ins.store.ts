import { hashToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';

/**
 * Stores that what a browser has started has ended. Returns whether it had not before: of two
 * requests at once, the second finds it ended. Rows are kept until it would have expired.
 */
export async function endSignIn(
  db: Db,
  { secret, until }: { readonly secret: string; readonly until: number },
  now: Date,
): Promise<boolean> {
  await db.deleteFrom('ended_sign_ins').where('expires_at', '<', now).execute();
  const { numInsertedOrUpdatedRows: isFirst } = await db
    .insertInto('ended_sign_ins')
    .values({ token_hash: hashToken(secret), expires_at: new Date(until) })
    .onConflict((ended) => ended.doNothing())
    .executeTakeFirst();
  return Boolean(isFirst);
}
