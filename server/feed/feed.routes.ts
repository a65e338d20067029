import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import type { Database } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';

import { ChangeSignal, readChanges } from './read-changes.ts';

/** Registers the changes feed. */
export function feedRoutes(app: FastifyInstance, database: Database): void {
  const changes = changeSignal(app, database);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  route(app, operator.listChanges, async ({ query: { after, limit, wait }, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const time = wait === 0 ? AbortSignal.abort() : AbortSignal.timeout(wait * 1_000);
    const signals = [gone.signal, closing.signal, time];
    return readChanges({
      db: database.db,
      changes: changes(),
      after,
      limit,
      end: AbortSignal.any(signals),
    });
  });
}

/**
 * Returns a function that returns the signal of committed changes, which listens from its first
 * call on. Requests don’t wait for it to listen: without a connection to listen on, waiting ends
 * with its time.
 */
function changeSignal(app: FastifyInstance, database: Database): () => ChangeSignal {
  const signal = new ChangeSignal();
  const notify = () => signal.notify();
  let stopping: Promise<() => Promise<void>> | undefined;
  app.addHook('onClose', async () => {
    // A listener without a connection ends with its database.
    void stopping?.then(async (stop) => stop());
  });
  return () => {
    if (!stopping) {
      stopping = database.listen('changes', notify, notify);
      // A change that was committed before may have been missed.
      void stopping.then(notify);
    }
    return signal;
  };
}
