import { Slots } from '#server/jobs/slots.ts';

/**
 * The maximum number of groups that this process sends to the upstream service at the same time.
 */
export const maxGroups = 2;

/**
 * Throttles how fast this process sends rows to the upstream service: a few groups at a time, and
 * none with a key for which the service has asked to wait.
 */
export class SendThrottle {
  readonly #slots = new Slots(maxGroups);
  /** By key, in milliseconds of `performance.now()`. */
  readonly #blockedUntil = new Map<string, number>();
  /** By upload. */
  readonly #inFlight = new Map<string, Set<Promise<unknown>>>();
  /** By upload: consecutive groups with neither a usable response nor a lead found afterwards. */
  readonly consecutiveFailures = new Map<string, number>();
  readonly #closing = new AbortController();

  /** Aborted when the process is asked to end; nothing new is started after that. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Returns the milliseconds until sending with a key may continue. */
  delayOf(token: string): number {
    const delayMs = (this.#blockedUntil.get(token) ?? 0) - performance.now();
    if (delayMs <= 0) this.#blockedUntil.delete(token);
    return Math.max(0, delayMs);
  }

  /** Blocks sending with a key for this many milliseconds. */
  backOff(token: string, delayMs: number): void {
    this.#blockedUntil.set(token, performance.now() + Math.max(delayMs, this.delayOf(token)));
  }

  /** Sends a group of an upload's rows once a slot is free. */
  async run<T>(uploadId: string, send: () => Promise<T>): Promise<T> {
    const groups = this.#inFlight.get(uploadId) ?? new Set();
    this.#inFlight.set(uploadId, groups);
    const group = this.#slots.run(send);
    groups.add(group);
    try {
      return await group;
    } finally {
      groups.delete(group);
      if (groups.size === 0) this.#inFlight.delete(uploadId);
    }
  }

  /** Resolves when the groups of an upload that are in flight now have completed or failed. */
  async completed(uploadId: string): Promise<void> {
    const groups = this.#inFlight.get(uploadId);
    if (groups) await Promise.allSettled(groups);
  }

  close(): void {
    this.#closing.abort();
  }
}
