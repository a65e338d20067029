import { Slots } from '#server/jobs/slots.ts';

/**
 * How many operations run at the same time. Each occupies one of the four threads of the process
 * until the disk has done it, and passwords are checked on the same threads.
 */
const maxAtOnce = 2;

/** Operations that write to a disk: a few at a time, so that a slow disk holds up only those. */
export class DiskWrites {
  readonly #limitMs: number;
  readonly #slots = new Slots(maxAtOnce);

  /** `limitMs`: how long an operation may take, its waiting included. */
  constructor(limitMs = 20_000) {
    this.#limitMs = limitMs;
  }

  /** Runs an operation in its turn. Aborts `late` if it is not done in time; it then goes on. */
  async run<T>(operation: () => Promise<T>, late: AbortController): Promise<T> {
    const error = Object.assign(new Error('The disk does not respond.'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => late.abort(error), this.#limitMs);
    return this.#slots.run(operation).finally(() => clearTimeout(timer));
  }

  /** Runs an operation in its turn. Resolves when it is done, or late and still going on. */
  async begin(operation: () => Promise<unknown>): Promise<void> {
    const late = new AbortController();
    await Promise.race([this.run(operation, late), untilLate(late).catch(() => {})]);
  }
}

/** Rejects once operations are late. */
export async function untilLate({ signal }: AbortController): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
