import { expect, it } from 'vitest';

import { countOtherTurns } from '#server/testing/other-turns.ts';

import { inGroups, yieldToEventLoop, Turn } from './event-loop.ts';

it('lets other work run every 5 ms', async () => {
  let clock = 0;
  const others = countOtherTurns();
  const parts = Array.from({ length: 100 }, (_, at) => at);
  const taken: number[] = [];
  for await (const part of yieldToEventLoop(parts, undefined, new Turn(() => clock))) {
    taken.push(part);
    clock += 1;
  }
  expect(taken).toEqual(parts);
  expect(await others.stop()).toBeGreaterThanOrEqual(19);
});

it('stops once the client has disconnected', async () => {
  const client = { destroyed: false };
  const taken: number[] = [];
  for await (const part of yieldToEventLoop([1, 2, 3, 4], client)) {
    taken.push(part);
    client.destroyed = part === 2;
  }
  expect(taken).toEqual([1, 2]);
});

it('makes groups of 50, and of fewer where the parts are long, each part when it is its turn', async () => {
  let made = 0;
  function* parts() {
    for (const length of [...Array<number>(110).fill(1), 40_000, 40_000, 7, 90_000, 9]) {
      made += 1;
      yield 'x'.repeat(length);
    }
  }
  const groups: [size: number, made: number][] = [];
  for await (const group of inGroups(parts(), ({ length }) => length))
    groups.push([group.length, made]);
  expect(groups).toEqual([
    [50, 50],
    [50, 100],
    [12, 112],
    [2, 114],
    [1, 115],
  ]);
});
