const second = 1_000;
const minute = 60 * second;

/**
 * How failures slow a counter down: free failures first, then delays of 1, 2, 4 … seconds, up to
 * a maximum.
 */
export interface Limit {
  readonly freeFailures: number;
  readonly maxDelayMs: number;
}

/** The limits of decision 20, which states the resulting rates of guessing. */
export const limits = {
  /** Per caller: an account from one network, a known browser, a session. */
  own: { freeFailures: 5, maxDelayMs: 5 * minute },
  /** Per account, from all networks together; known browsers are not counted. */
  account: { freeFailures: 20, maxDelayMs: 10 * second },
  /** Per network, for all accounts together: many people in one office can share it. */
  network: { freeFailures: 100, maxDelayMs: 2 * second },
} satisfies Record<string, Limit>;

/** The longest time that somebody queues because of the attempts of others. */
export const maxTurnWaitMs = minute;

/** Failures expire a day after the last one. */
export const memoryMs = 24 * 60 * minute;

/** After this many failures a known browser is forgotten, and a session is ended. */
export const maxFailures = 10;

/** The failures of a counter. Times are milliseconds since 1970. */
export interface Counter {
  readonly failures: number;
  /** The earliest time of the next attempt. */
  readonly nextAt: number;
  /**
   * Whether the attempt at `nextAt` is already granted, whatever the shared counters say by then.
   */
  readonly hasTurn: boolean;
}

/** A counter before its first failure. */
export const noFailures: Counter = { failures: 0, nextAt: 0, hasTurn: false };

/** A counter and its limit. */
export interface Limited {
  readonly counter: Counter;
  readonly limit: Limit;
}

/**
 * The result for one attempt: how long it has to wait (0: it is made now), and the updated
 * counters.
 */
export interface Admission {
  readonly waitMs: number;
  readonly own: Counter;
  readonly shared: readonly Counter[];
}

/**
 * Returns whether an attempt may be made now, and the counters after it. An admitted attempt counts
 * as failed. The caller first waits for their own earlier failures, then queues once for a turn at
 * the shared counters. A granted turn cannot be taken away by callers who try more often.
 */
export function admit(now: number, own: Limited, shared: readonly Limited[]): Admission {
  const { nextAt, hasTurn } = own.counter;
  if (nextAt > now)
    return { waitMs: nextAt - now, own: own.counter, shared: shared.map(({ counter }) => counter) };
  const turn = Math.max(now, ...shared.map(({ counter }) => counter.nextAt));
  if (turn > now && !hasTurn) return queue(now, turn, own, shared);
  return {
    waitMs: 0,
    own: delayed(failed(own), now),
    // A granted turn already delayed the shared counters when it was granted.
    shared: shared.map((one) => (hasTurn ? failed(one).counter : delayed(failed(one), now))),
  };
}

/**
 * Grants a turn within the maximum wait. When all of those are taken, the caller waits for the
 * maximum, and gets a turn only without earlier failures.
 */
function queue(now: number, turn: number, own: Limited, shared: readonly Limited[]): Admission {
  if (turn <= now + maxTurnWaitMs)
    return {
      waitMs: turn - now,
      own: { ...own.counter, nextAt: turn, hasTurn: true },
      shared: shared.map((one) => delayed(one, now)),
    };
  const counters = shared.map(({ counter }) => counter);
  const nextAt = now + maxTurnWaitMs;
  const hasFailed = own.counter.failures > 0;
  return {
    waitMs: maxTurnWaitMs,
    own: hasFailed ? own.counter : { ...own.counter, nextAt, hasTurn: true },
    shared: counters,
  };
}

function failed({ counter, limit }: Limited): Limited {
  return { counter: { ...counter, failures: counter.failures + 1, hasTurn: false }, limit };
}

/** Returns the counter after one more attempt that delays the next. */
function delayed({ counter, limit }: Limited, now: number): Counter {
  const ms = delayMs({ counter, limit });
  return ms === 0 ? counter : { ...counter, nextAt: Math.max(counter.nextAt, now) + ms };
}

function delayMs({ counter, limit }: Limited): number {
  const beyond = counter.failures - limit.freeFailures;
  return beyond < 0 ? 0 : Math.min(limit.maxDelayMs, second * 2 ** beyond);
}
