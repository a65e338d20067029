import type { FastifyInstance } from 'fastify';

const hourMs = 60 * 60 * 1000;

/**
 * Runs a job before the app is ready and every hour after. Closing the app waits for a running job.
 * A failure is logged with `what`; the job runs again the next hour.
 */
export function scheduleHourly(app: FastifyInstance, what: string, job: () => Promise<void>): void {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    running = job().catch((error: unknown) =>
      app.log.warn({ error: String(error) }, `not done: ${what}`),
    );
    await running;
  };
  app.addHook('onReady', async () => {
    await start();
    timer = setInterval(() => void start(), hourMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
