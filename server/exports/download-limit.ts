import type { Writable } from 'node:stream';

import type { Caller } from '#server/auth/caller.ts';
import { tooMany } from '#server/http/rate-limits.ts';
import { ConcurrentRequests } from '#server/jobs/concurrent-requests.ts';

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
  const downloads = new ConcurrentRequests({ all: Infinity, perPerson: maxDownloads });
  return ({ accountId }, response) => {
    const end = downloads.begin(accountId);
    if (!end) throw tooMany('too-many-requests', 'Wait until one of your downloads has ended.', 10);
    // Its client has gone: it is never closed again.
    if (response.destroyed) end();
    else response.once('close', end);
  };
}
