import { describe, expect, it } from 'vitest';

import { inBatches } from './in-batches.ts';

/** Batches that end when the test says so. */
function startBatches(options: Omit<Parameters<typeof inBatches>[1], 'maxItems'> = {}) {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const process = inBatches(
    async (items: readonly string[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (items.includes('invalid')) throw new Error('An item is invalid.');
      return items.map((item) => item.toUpperCase());
    },
    { maxItems: 3, ...options },
  );
  const endNext = () => ends.shift()?.();
  return { batches, process, endNext };
}

const nextTurn = async () => new Promise((resolve) => setImmediate(resolve));

describe('in batches', () => {
  it('the items of one turn are one batch, up to its maximum, and each has its own result', async () => {
    const { batches, process, endNext } = startBatches();
    const results = Promise.all(['a', 'b', 'c', 'd'].map(async (item) => process(item)));
    expect(batches).toEqual([]);
    await nextTurn();
    expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
    endNext();
    endNext();
    expect(await results).toEqual(['A', 'B', 'C', 'D']);
  });

  it('an item that arrives while a batch runs is never part of that batch', async () => {
    const { batches, process, endNext } = startBatches();
    const first = process('a');
    await nextTurn();
    const second = process('b');
    await nextTurn();
    expect(batches).toEqual([['a'], ['b']]);
    endNext();
    endNext();
    expect(await Promise.all([first, second])).toEqual(['A', 'B']);
  });

  it('items wait while as many batches of their group run as may, and other groups do not', async () => {
    const { batches, process, endNext } = startBatches({ maxRunning: 1 });
    const first = process('a', 'one');
    await nextTurn();
    const later = [process('b', 'one'), process('x', 'other')];
    await nextTurn();
    later.push(process('c', 'one'));
    await nextTurn();
    expect(batches).toEqual([['a'], ['x']]);
    endNext();
    endNext();
    expect(await first).toBe('A');
    await nextTurn();
    expect(batches).toEqual([['a'], ['x'], ['b', 'c']]);
    endNext();
    expect(await Promise.all(later)).toEqual(['B', 'X', 'C']);
  });

  it('all items of a batch that failed fail', async () => {
    const { process, endNext } = startBatches();
    const results = Promise.allSettled([process('a'), process('invalid')]);
    await nextTurn();
    endNext();
    expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  it('each item is processed again alone after an error that concerns one of them', async () => {
    const { batches, process, endNext } = startBatches({ isRetriedAlone: () => true });
    const results = Promise.allSettled([process('a'), process('invalid'), process('b')]);
    for (let step = 0; step < 4; step += 1) {
      await nextTurn();
      endNext();
    }
    expect(await results).toMatchObject([{ value: 'A' }, { status: 'rejected' }, { value: 'B' }]);
    expect(batches).toEqual([['a', 'invalid', 'b'], ['a'], ['invalid'], ['b']]);
  });
});
