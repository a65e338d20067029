import { expect, it } from 'vitest';

import { countOtherTurns } from '#server/testing/other-turns.ts';

import { takingTurns, Turn } from './taking-turns.ts';

it('lets other work run every 5 ms', async () => {
  let clock = 0;
  const others = countOtherTurns();
  const parts = Array.from({ length: 100 }, (_, at) => at);
  const taken: number[] = [];
  for await (const part of takingTurns(parts, undefined, new Turn(() => clock))) {
    taken.push(part);
    clock += 1;
  }
  expect(taken).toEqual(parts);
  expect(await others.stop()).toBeGreaterThanOrEqual(19);
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
