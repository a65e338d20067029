import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Db } from '#server/db/connect.ts';
import { jobLimitMs, withStatementLimit } from '#server/db/statement-limit.ts';
import { logFailure } from '#server/errors/log-failure.ts';
import { scheduleEveryMinute } from '#server/jobs/scheduled-jobs.ts';

import { batchSizes, nextBatchSize } from './batch.rules.ts';
import { countFailedAttempt, unfinishedChanges } from './bulk-changes.store.ts';
import { endFailedChange, workOnBatch } from './work-on-batch.ts';

/**
 * The pause between two batches: a share of what the batch took. Others wait for no batch on a
 * server, and on the embedded database those who wait come before the next batch.
 */
const pauseShare = 0.1;

/** How many batches of a change can fail in a row, about one a minute, before it is ended. */
const maxAttempts = 5;

/** How long until leads are tried again that others have locked, in milliseconds. */
const busyPauseMs = 200;

/**
 * Works on the changes that are to be applied or undone, whether or not anybody watches: when the
 * service starts, every minute, and when the returned function is called. Several processes do not
 * work on the same change at once. Closing the app ends the work after the running batch; the next
 * process continues it.
 */
export function bulkChangeWork(app: FastifyInstance, db: Db): () => void {
  const closing = new AbortController();
  let working: Promise<void> | undefined;
  let isRequested = false;

  /** Works on all changes in turn, until none is left. One that fails waits for the next minute. */
  const workOnAll = async (signal: AbortSignal): Promise<void> => {
    const failed = new Set<string>();
    let size: number = batchSizes.min;
    const remaining = async () => (await unfinishedChanges(db)).filter((id) => !failed.has(id));
    for (let ids = await remaining(); ids.length > 0; ids = await remaining()) {
      let hasProgress = false;
      for (const id of ids) {
        signal.throwIfAborted();
        const begin = performance.now();
        const result = await workOnBatch(db, id, size).catch(async (error: unknown) => {
          failed.add(id);
          await handleFailure({ db, log: app.log }, id, error);
        });
        const ms = performance.now() - begin;
        if (result === 'more') size = nextBatchSize(size, ms);
        hasProgress ||= result !== 'busy';
        await pause(pauseShare * ms, undefined, { signal });
      }
      if (!hasProgress) await pause(busyPauseMs, undefined, { signal });
    }
  };
  const work = async (): Promise<void> => {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      await workOnAll(closing.signal);
    }
  };
  const wake = (): void => {
    isRequested = true;
    working ??= withStatementLimit(jobLimitMs, work)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) logFailure(app.log, error, notDone);
      })
      .finally(() => {
        working = undefined;
        if (isRequested && !closing.signal.aborted) wake();
      });
  };

  // Not awaited: the service is ready, and its other jobs run, while leads are changed.
  scheduleEveryMinute(app, 'resume bulk changes', async () => wake());
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', async () => working);
  return wake;
}

const notDone = 'not done: change many leads';

/** Counts a failed batch of a change, and ends the change after too many. */
async function handleFailure(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  bulkChange: string,
  error: unknown,
): Promise<void> {
  const attempts = await countFailedAttempt(db, bulkChange);
  logFailure(log, error, notDone, { bulkChange, attempts });
  if (attempts < maxAttempts) return;
  const leads = await endFailedChange(db, bulkChange);
  // None: another process has ended it.
  if (leads > 0) log.error({ bulkChange, leads }, 'given up: change many leads');
}
