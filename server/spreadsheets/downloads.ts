import type { Writable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import type { Caller } from '#server/auth/caller.ts';
import { isCallerCurrent } from '#server/auth/current-caller.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { tooMany } from '#server/http/rate-limits.ts';
import { ConcurrentRequests } from '#server/jobs/concurrent-requests.ts';

import { sendCsv } from './csv-file.ts';

/**
 * The maximum number of downloads of an account at once, whatever the files are. Each has a group
 * of rows in memory for as long as its reader takes, which is some megabytes if they are long.
 */
export const maxDownloads = 5;

/** The files of many rows that accounts download from this process. */
export interface Downloads {
  /**
   * Counts a download of an account until its response is closed.
   * @throws ApiError 429 if the account has too many
   */
  begin(caller: Caller, response: Writable): void;
  /** Sends a CSV file, as long as the caller’s account is as it was when the download began. */
  sendCsv(
    reply: FastifyReply,
    caller: Caller,
    file: { readonly name: string; readonly parts: AsyncGenerator<string> },
  ): FastifyReply;
}

/** Returns the downloads of this process, at first none. */
export function openDownloads(db: Db): Downloads {
  const downloads = new ConcurrentRequests({ all: Infinity, perPerson: maxDownloads });
  return {
    begin: ({ accountId }, response) => {
      const end = downloads.begin(accountId);
      if (!end)
        throw tooMany('too-many-requests', 'Wait until one of your downloads has ended.', 10);
      // Its client has disconnected: the response never closes again.
      if (response.destroyed) end();
      else response.once('close', end);
    },
    sendCsv: (reply, caller, { name, parts }) =>
      sendCsv(reply, name, parts, async () => assertCurrent(db, caller)),
  };
}

/**
 * Asserts that the caller’s account is unchanged since the download began; a slow client can keep
 * it open for hours.
 * @throws ApiError 403
 */
async function assertCurrent(db: Db, caller: Caller): Promise<void> {
  if (await isCallerCurrent(db, caller)) return;
  throw new ApiError('no-access', 'This account may no longer read these records.');
}
