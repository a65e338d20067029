interface BatchOptions {
  /** How many items a batch has at most. */
  readonly maxItems: number;
  /** How many batches of one group run at the same time; by default any number. */
  readonly maxRunning?: number;
  /** Whether each item of a batch that failed with this error is processed again, alone. */
  readonly isRetriedAlone?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Group<Item, Result> {
  readonly waiting: Waiting<Item, Result>[];
  running: number;
  isScheduled: boolean;
}

/**
 * Returns a function that has `work` process an item and returns its result. The items of one group
 * that arrive in the same turn of the event loop, or while `maxRunning` batches of the group run,
 * are processed as one batch: one statement for all of them. A batch begins after each of its items
 * has arrived, so its statement sees what was committed until then. `work` returns one result
 * for each item, in their order.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems, maxRunning = Infinity, isRetriedAlone = () => false }: BatchOptions,
): (item: Item, group?: string) => Promise<Result> {
  const groups = new Map<string, Group<Item, Result>>();

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [at, result] of results.entries()) batch[at]?.resolve(result);
    } catch (error) {
      if (batch.length > 1 && isRetriedAlone(error)) for (const one of batch) await run([one]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const runOne = async (name: string, group: Group<Item, Result>): Promise<void> => {
    group.running += 1;
    await run(group.waiting.splice(0, maxItems));
    group.running -= 1;
    if (group.waiting.length > 0) schedule(name, group);
    else if (group.running === 0) groups.delete(name);
  };

  const begin = (name: string, group: Group<Item, Result>): void => {
    group.isScheduled = false;
    while (group.waiting.length > 0 && group.running < maxRunning) void runOne(name, group);
  };

  const schedule = (name: string, group: Group<Item, Result>): void => {
    if (group.isScheduled || group.running >= maxRunning) return;
    group.isScheduled = true;
    // The next turn: until then, the other requests of this turn arrive.
    setImmediate(begin, name, group);
  };

  return async (item, name = '') =>
    new Promise((resolve, reject) => {
      const group = groups.get(name) ?? { waiting: [], running: 0, isScheduled: false };
      groups.set(name, group);
      group.waiting.push({ item, resolve, reject });
      schedule(name, group);
    });
}
