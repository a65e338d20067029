import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { takingTurns } from './taking-turns.ts';

it('lets other work run every 5 ms', async () => {
  let clock = 0;
  const others = { turns: 0, areWaiting: true };
  const waiting = (async () => {
    for (; others.areWaiting; others.turns += 1) await nextTurn();
  })();
  const parts = Array.from({ length: 100 }, (_, at) => at);
  const taken: number[] = [];
  for await (const part of takingTurns(parts, undefined, () => clock)) {
    taken.push(part);
    clock += 1;
  }
  others.areWaiting = false;
  await waiting;
  expect(taken).toEqual(parts);
  expect(others.turns).toBeGreaterThanOrEqual(19);
});

it('stops once the client has disconnected', async () => {
  const client = { destroyed: false };
  const taken: number[] = [];
  for await (const part of takingTurns([1, 2, 3, 4], client)) {
    taken.push(part);
    client.destroyed = part === 2;
  }
  expect(taken).toEqual([1, 2]);
});
