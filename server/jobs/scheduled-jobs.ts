import type { FastifyInstance } from 'fastify';

import { jobLimitMs, withStatementLimit } from '#server/db/statement-limit.ts';
import { loggedFailure } from '#server/errors/logged-failure.ts';

const minuteMs = 60 * 1000;

/** A job: its name in the log, and how often it runs. */
interface Schedule {
  readonly what: string;
  readonly everyMs: number;
}

/** Runs a job before the app is ready and every hour after, like {@link scheduleEveryMinute}. */
export function scheduleHourly(app: FastifyInstance, what: string, job: () => Promise<void>): void {
  schedule(app, { what, everyMs: 60 * minuteMs }, job);
}

/** Runs a job before the app is ready and every second after, like {@link scheduleEveryMinute}. */
export function scheduleEverySecond(
  app: FastifyInstance,
  what: string,
  job: () => Promise<void>,
): void {
  schedule(app, { what, everyMs: 1_000 }, job);
}

/**
 * Runs a job before the app is ready and every minute after. Closing the app waits for a running
 * job. A failure is logged with `what`; the job runs again the next time.
 */
export function scheduleEveryMinute(
  app: FastifyInstance,
  what: string,
  job: () => Promise<void>,
): void {
  schedule(app, { what, everyMs: minuteMs }, job);
}

function schedule(
  app: FastifyInstance,
  { what, everyMs }: Schedule,
  job: () => Promise<void>,
): void {
  let running = Promise.resolve();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    if (isRunning) return;
    isRunning = true;
    running = withStatementLimit(jobLimitMs, job).catch((error: unknown) =>
      app.log.warn(loggedFailure(error), `not done: ${what}`),
    );
    await running;
    isRunning = false;
  };
  app.addHook('onReady', async () => {
    await start();
    timer = setInterval(() => void start(), everyMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
