import type { Writable } from 'node:stream';

import type { Caller } from '#server/auth/caller.ts';
import { tooMany } from '#server/http/rate-limits.ts';

/**
 * The maximum number of downloads of an account at once. Each has a group of records in memory for
 * as long as its reader takes, which is some megabytes if notes are long.
 */
export const maxDownloads = 5;

/**
 * Returns a function that counts a download of an account until its response is closed, and throws
 * ApiError 429 if the account has too many.
 */
export function downloadLimit(): (caller: Caller, response: Writable) => void {
  const open = new Map<string, number>();
  const add = (id: string, more: number): void => {
    const total = (open.get(id) ?? 0) + more;
    if (total > 0) open.set(id, total);
    else open.delete(id);
  };
  return ({ accountId }, response) => {
    if ((open.get(accountId) ?? 0) >= maxDownloads)
      throw tooMany('too-many-requests', 'Wait until one of your downloads has ended.', 10);
    // Its client has gone: it is never closed again.
    if (response.destroyed) return;
    add(accountId, 1);
    response.once('close', () => add(accountId, -1));
  };
}
