import { expect, test } from 'vitest';

import { admit, type Counter, limits, maxTurnWaitMs, noFailures } from './throttle.rules.ts';

const day = 24 * 60 * 60 * 1_000;

/**
 * Returns how many guesses get through in a day when every pair of network and account tries as
 * often as it may.
 */
function guessesADay(networks: number, accounts: number): number {
  const shared = new Map<string, Counter>();
  const pairs = Array.from({ length: networks * accounts }, (_, at) => ({
    keys: [`network ${at % networks}`, `account ${Math.floor(at / networks)}`] as const,
    own: noFailures,
    tryAt: 0,
  }));
  let guesses = 0;
  for (let now = 0; now < day; now += 1_000)
    for (const pair of pairs) {
      if (pair.tryAt > now) continue;
      const result = admit(now, { counter: pair.own, limit: limits.own }, [
        { counter: shared.get(pair.keys[0]) ?? noFailures, limit: limits.network },
        { counter: shared.get(pair.keys[1]) ?? noFailures, limit: limits.account },
      ]);
      pair.own = result.own;
      pair.keys.forEach((key, at) => shared.set(key, result.shared[at] ?? noFailures));
      pair.tryAt = now + result.waitMs;
      if (result.waitMs === 0) guesses += 1;
    }
  return guesses;
}

// The figures of decision 20.
test.each([
  ['one account, from one address', 1, 1, 300],
  ['one account, from 200 addresses', 200, 1, 8_900],
  ['200 accounts, from one address', 1, 200, 43_400],
])('guesses a day: %s', (_what, networks, accounts, maxGuesses) => {
  const guesses = guessesADay(networks, accounts);
  expect(guesses).toBeLessThanOrEqual(maxGuesses);
  expect(guesses).toBeGreaterThan(maxGuesses * 0.9);
});

test('a turn stays with who waited for it', () => {
  const busy = { counter: { failures: 90, nextAt: 10_000, hasTurn: false }, limit: limits.account };
  const own = { counter: noFailures, limit: limits.own };
  const first = admit(0, own, [busy]);
  expect(first).toMatchObject({ waitMs: 10_000, own: { hasTurn: true } });
  const later = { ...busy, counter: { ...busy.counter, nextAt: 10_000 + maxTurnWaitMs } };
  expect(admit(10_000, { ...own, counter: first.own }, [later]).waitMs).toBe(0);
});
