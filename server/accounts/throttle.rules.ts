const second = 1_000;
const minute = 60 * second;

/** How wrong passwords slow a counter down: not at all at first, then 1, 2, 4 … s up to a bound. */
export interface Limit {
  readonly freeFailures: number;
  readonly maxDelayMs: number;
}

/** The bounds of decision 20, which says what rates of guessing result from them. */
export const limits = {
  /** Of one who tries: an account from one network, a known browser, a session. */
  own: { freeFailures: 5, maxDelayMs: 5 * minute },
  /** Of an account, from all networks together; known browsers are not counted. */
  account: { freeFailures: 20, maxDelayMs: 10 * second },
  /** Of a network, for all accounts together: an office of many people can share it. */
  network: { freeFailures: 100, maxDelayMs: 2 * second },
} satisfies Record<string, Limit>;

/** The longest time that somebody waits for a turn because of what others did. */
export const maxTurnWaitMs = minute;

/** Failures are forgotten a day after the last one. */
export const memoryMs = 24 * 60 * minute;

/** A known browser is forgotten, and a session ended, by so many failures. */
export const maxFailures = 10;

/** What is known of the failures of a counter. Times are milliseconds since 1970. */
export interface Counter {
  readonly failures: number;
  /** From when on the next attempt may be made. */
  readonly nextAt: number;
  /** Whether the attempt at `nextAt` has its turn already, whatever the shared counters say then. */
  readonly hasTurn: boolean;
}

/** A counter before its first failure. */
export const noFailures: Counter = { failures: 0, nextAt: 0, hasTurn: false };

/** A counter with the limit it is under. */
export interface Limited {
  readonly counter: Counter;
  readonly limit: Limit;
}

/** What an attempt comes to: how long it has to wait (0: it is made now), and the counters after it. */
export interface Admission {
  readonly waitMs: number;
  readonly own: Counter;
  readonly shared: readonly Counter[];
}

/**
 * Returns whether an attempt is made now, and counts it as failed if so. The one who tries waits for
 * its own earlier failures, then, once, for its turn at the counters it shares with others: who has
 * waited for a turn has it, so that nobody who tries more often can take it away.
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
    // With a turn, its place at the shared counters was taken when it was given.
    shared: shared.map((one) => (hasTurn ? failed(one).counter : delayed(failed(one), now))),
  };
}

/** Gives a turn; none to who has failed before when all turns within the bound are taken. */
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

/** The counter with one attempt more that others wait for. */
function delayed({ counter, limit }: Limited, now: number): Counter {
  const ms = delayMs({ counter, limit });
  return ms === 0 ? counter : { ...counter, nextAt: Math.max(counter.nextAt, now) + ms };
}

function delayMs({ counter, limit }: Limited): number {
  const beyond = counter.failures - limit.freeFailures;
  return beyond < 0 ? 0 : Math.min(limit.maxDelayMs, second * 2 ** beyond);
}
