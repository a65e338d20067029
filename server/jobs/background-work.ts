import type { FastifyInstance } from 'fastify';

import { loggedFailure } from '#server/errors/logged-failure.ts';

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
      .catch((error: unknown) => app.log.warn(loggedFailure(error), failed))
      .finally(() => running.delete(run));
    running.add(run);
  };
}
