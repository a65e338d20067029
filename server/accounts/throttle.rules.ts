const second = 1_000;
const minute = 60 * second;

/**
 * How failures slow a counter down: free failures first, then delays of 1, 2, 4 … seconds, up to
 * a maximum. The limits are of docs/decisions/accounts.md, which states the resulting rates of
 * guessing.
 */
export const limits = {
  /** Per caller: an account from one network, a known browser, a session. */
  own: { freeFailures: 5, maxDelayMs: 5 * minute },
  /** Per account, from all networks together; known browsers are not counted. */
  account: { freeFailures: 20, maxDelayMs: 10 * second },
  /** Per network, for all accounts together: many people in one office can share it. */
  network: { freeFailures: 100, maxDelayMs: 2 * second },
};

/** The longest time that somebody queues because of the attempts of others. */
export const maxTurnWaitMs = minute;

/** Failures expire a day after the last one. */
export const memoryMs = 24 * 60 * minute;

/** After this many failures a known browser is forgotten, and a session is ended. */
export const maxFailures = 10;

/** Failures that are counted together. Times are milliseconds since 1970. */
export interface Counter {
  readonly limit: keyof typeof limits;
  failures: number;
  /** The earliest time of the next attempt. */
  nextAt: number;
  /**
   * Whether the attempt at `nextAt` is already granted, whatever the shared counters are then.
   */
  hasTurn: boolean;
}

/** A counter before its first failure. */
export const noFailures = { failures: 0, nextAt: 0, hasTurn: false };

/**
 * Counts an attempt as failed if it may be made now; otherwise returns how long it has to wait, in
 * milliseconds. The caller first waits for their own earlier failures, then queues once for a turn
 * at the shared counters. A granted turn cannot be taken away by callers who try more often.
 */
export function admit<C extends Counter>(
  now: number,
  own: C,
  shared: readonly C[],
): { readonly waitMs: number; readonly changed: readonly C[] } {
  const all = [own, ...shared];
  if (own.nextAt > now) return { waitMs: own.nextAt - now, changed: [] };
  const turn = Math.max(now, ...shared.map(({ nextAt }) => nextAt));
  if (turn === now || own.hasTurn) {
    for (const counter of all) counter.failures += 1;
    // A granted turn already delayed the shared counters when it was granted.
    for (const counter of own.hasTurn ? [own] : all) delayNext(counter, now);
    own.hasTurn = false;
    return { waitMs: 0, changed: all };
  }
  if (turn <= now + maxTurnWaitMs) {
    for (const counter of shared) delayNext(counter, now);
    Object.assign(own, { nextAt: turn, hasTurn: true });
    return { waitMs: turn - now, changed: all };
  }
  // All turns within the longest wait are taken: another one is granted to who has not failed yet.
  if (own.failures > 0) return { waitMs: maxTurnWaitMs, changed: [] };
  Object.assign(own, { nextAt: now + maxTurnWaitMs, hasTurn: true });
  return { waitMs: maxTurnWaitMs, changed: [own] };
}

/** Delays the attempt after one more. */
function delayNext(counter: Counter, now: number): void {
  const { freeFailures, maxDelayMs } = limits[counter.limit];
  const beyond = counter.failures - freeFailures;
  if (beyond < 0) return;
  counter.nextAt = Math.max(counter.nextAt, now) + Math.min(maxDelayMs, second * 2 ** beyond);
}
