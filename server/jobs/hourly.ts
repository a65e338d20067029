import type { FastifyInstance } from 'fastify';

const hour = 60 * 60 * 1000;

/**
 * Runs a job before the app is ready and every hour after. Closing the app waits for a running job.
 * A failure is logged with `what`; the job runs again the next hour.
 */
export function scheduleHourly(app: FastifyInstance, what: string, job: () => Promise<void>): void {
  let doing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    doing = job().catch((error: unknown) =>
      app.log.warn({ error: String(error) }, `not done: ${what}`),
    );
    await doing;
  };
  app.addHook('onReady', async () => {
    await start();
    timer = setInterval(() => void start(), hour).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await doing;
  });
}
