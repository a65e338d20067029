import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { jobLimitMs, withStatementLimit } from '#server/db/statement-limit.ts';
import { logFailure } from '#server/errors/log-failure.ts';

const minuteMs = 60 * 1000;

/**
 * How long the start of the app waits for a job, in milliseconds: one that has much to catch up on
 * must not keep the process from listening.
 */
const awaitedMs = 1_000;

type Schedule = (app: FastifyInstance, what: string, job: () => Promise<void>) => void;

/**
 * Begins a job before the app is ready and every minute after. Closing the app waits for a running
 * job. A failure is logged with `what`; the job runs again the next time.
 */
export const scheduleEveryMinute = every(minuteMs);
/** Begins a job before the app is ready and every hour after, like {@link scheduleEveryMinute}. */
export const scheduleHourly = every(60 * minuteMs);
/** Begins a job before the app is ready and every second, like {@link scheduleEveryMinute}. */
export const scheduleEverySecond = every(1_000);

function every(intervalMs: number): Schedule {
  return (app, what, job) => {
    let running = Promise.resolve();
    let isRunning = false;
    let timer: NodeJS.Timeout | undefined;
    const start = async () => {
      if (isRunning) return;
      isRunning = true;
      running = withStatementLimit(jobLimitMs, job).catch((error: unknown) =>
        logFailure(app.log, error, `not done: ${what}`),
      );
      await running;
      isRunning = false;
    };
    app.addHook('onReady', async () => {
      await Promise.race([start(), wait(awaitedMs, undefined, { ref: false })]);
      timer = setInterval(() => void start(), intervalMs).unref();
    });
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await running;
    });
  };
}

/**
 * Returns a function that starts work for which no response waits. A failure is logged with what
 * failed; closing the app waits for all work.
 */
export function backgroundWork(
  app: FastifyInstance,
  failed: string,
): (work: () => Promise<void>) => void {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(running)));
  return (work) => {
    const run = work()
      .catch((error: unknown) => logFailure(app.log, error, failed))
      .finally(() => running.delete(run));
    running.add(run);
  };
}
