import { expect, test } from 'vitest';

import { admit, type Counter, limits, maxTurnWaitMs, noFailures } from './throttle.rules.ts';

const day = 24 * 60 * 60 * 1_000;

/**
 * Returns how many guesses get through in a day when every pair of network and account tries as
 * often as it may.
 */
function guessesADay(networks: number, accounts: number): number {
  const shared = new Map<string, Counter>();
  const counted = (limit: 'network' | 'account', at: number): Counter => {
    const key = `${limit} ${at}`;
    const counter = shared.get(key) ?? { limit, ...noFailures };
    shared.set(key, counter);
    return counter;
  };
  const pairs = Array.from({ length: networks * accounts }, (_, at) => ({
    own: { limit: 'own', ...noFailures } satisfies Counter,
    shared: [counted('network', at % networks), counted('account', Math.floor(at / networks))],
    tryAt: 0,
  }));
  let guesses = 0;
  for (let now = 0; now < day; now += 1_000)
    for (const pair of pairs) {
      if (pair.tryAt > now) continue;
      const { waitMs } = admit<Counter>(now, pair.own, pair.shared);
      pair.tryAt = now + waitMs;
      if (waitMs === 0) guesses += 1;
    }
  return guesses;
}

// The figures of docs/decisions/accounts.md.
test.each([
  ['one account, from one address', 1, 1, 300],
  ['one account, from 200 addresses', 200, 1, 8_900],
  ['200 accounts, from one address', 1, 200, 43_400],
])('guesses a day: %s', (_what, networks, accounts, maxGuesses) => {
  const guesses = guessesADay(networks, accounts);
  expect(guesses).toBeLessThanOrEqual(maxGuesses);
  expect(guesses).toBeGreaterThan(maxGuesses * 0.9);
});

test.each(['own', 'account', 'network'] as const)(
  'the free failures of a counter cost no wait, the next one a second: %s',
  (limit) => {
    const counter: Counter = { limit, ...noFailures };
    const { freeFailures } = limits[limit];
    for (let attempt = 1; attempt <= freeFailures; attempt += 1) {
      expect(counter.nextAt).toBe(0);
      expect(admit(0, counter, []).waitMs).toBe(0);
    }
    expect(admit(0, counter, []).waitMs).toBe(1_000);
  },
);

test('a turn stays with who waited for it', () => {
  const busy: Counter = { limit: 'account', failures: 90, nextAt: 10_000, hasTurn: false };
  const own: Counter = { limit: 'own', ...noFailures };
  expect(admit(0, own, [busy]).waitMs).toBe(10_000);
  expect(own.hasTurn).toBe(true);
  busy.nextAt = 10_000 + maxTurnWaitMs;
  expect(admit(10_000, own, [busy]).waitMs).toBe(0);
});
