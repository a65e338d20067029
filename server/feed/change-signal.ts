import type { FastifyInstance } from 'fastify';

import type { Database } from '#server/db/connect.ts';
import { busyError } from '#server/http/load-shedding.ts';

/**
 * Returns a function that returns the signal of committed changes, which listens from its first
 * call on. Requests don’t wait for it to listen: without a connection to listen on, waiting ends
 * with its time.
 */
export function changeSignal(app: FastifyInstance, database: Database): () => ChangeSignal {
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

/** How many requests wait for a change at the same time: after each change, all of them read. */
export const maxWaiting = 50;

/** Says that something was changed to everybody who waits for it. */
class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  #requests = 0;

  /** Resolves at the next change, or at `end`. Nothing of it is kept afterwards. */
  async next(end: AbortSignal): Promise<void> {
    if (end.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    end.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#waiting.delete(resolve);
  }

  /**
   * Waits for a change that {@link next} returned.
   * @throws ApiError 503 when too many requests wait already
   */
  async waitFor(change: Promise<void>): Promise<void> {
    if (this.#requests >= maxWaiting) throw busyError();
    this.#requests += 1;
    await change;
    this.#requests -= 1;
  }

  /** Ends all waiting. */
  notify(): void {
    for (const resolve of this.#waiting) resolve();
  }
}
