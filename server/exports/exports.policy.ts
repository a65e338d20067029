import { maxExportsPerHour } from '#contract/portal/exports.ts';
import { lockAccount } from '#server/accounts/accounts.store.ts';
import type { Db } from '#server/db/connect.ts';
import { tooMany } from '#server/http/rate-limits.ts';

import { countRecentExports } from './exports.store.ts';

/**
 * Asserts that an account may prepare another export, in a transaction, for which further ones of
 * the account wait.
 * @throws ApiError 429
 */
export async function requireExportRoom(tx: Db, accountId: string): Promise<void> {
  await lockAccount(tx, accountId);
  const { exports, seconds } = await countRecentExports(tx, accountId);
  if (exports < maxExportsPerHour) return;
  const sentence = `You prepared ${maxExportsPerHour} exports within an hour. Try again later.`;
  throw tooMany('too-many-requests', sentence, seconds);
}
