import type { FastifyInstance } from 'fastify';

const hour = 60 * 60 * 1000;

/**
 * Does a chore before the app is ready and every hour after; closing waits for it. A failure is logged as `what` was not done: the
 * next hour brings another try.
 */
export function everyHour(app: FastifyInstance, what: string, job: () => Promise<void>): void {
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
