import type { FastifyInstance } from 'fastify';

import type { Outages } from '#server/db/outages.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/**
 * Logs an outage of the database in one line when it begins, with the sentence of the database, the
 * pooler or the driver, and in one when it ends: how long it was, and what failed how often.
 */
export function logOutages(app: FastifyInstance, outages: Outages): void {
  const stop = outages.addListener({
    onBegin: (error) => {
      const code = systemErrorCode(error);
      // Without a message, several addresses of one name were tried.
      app.log.error({ code, message: error.message || code }, 'database unavailable');
    },
    onEnd: (ms, failures) => {
      const unavailableMs = Math.round(ms);
      const failed = Object.fromEntries(failures);
      app.log.warn({ unavailableMs, failed }, 'database available again');
    },
  });
  app.addHook('onClose', async () => stop());
}
