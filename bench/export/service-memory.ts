import { setTimeout as wait } from 'node:timers/promises';

import { quantile } from '#bench/figure.ts';
import { residentMegabytes } from '#bench/tab-memory.ts';

const everyMs = 100;

/** The resident memory of a process over a time, in MB. */
export interface MemoryUse {
  readonly start: number;
  readonly median: number;
  readonly max: number;
  /** The median of the last third above that of the first. */
  readonly trend: number;
}

/** Samples the memory of a process every 100 ms until the work ends. */
export async function memoryDuring<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly memory: MemoryUse }> {
  const start = residentMegabytes(pid);
  const samples: number[] = [];
  const state = { hasEnded: false };
  const sampling = (async () => {
    while (!state.hasEnded) {
      samples.push(residentMegabytes(pid));
      await wait(everyMs);
    }
  })();
  try {
    const result = await work();
    return { result, memory: useOf(start, samples) };
  } finally {
    state.hasEnded = true;
    await sampling;
  }
}

function useOf(start: number, samples: readonly number[]): MemoryUse {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return {
    start,
    median: quantile(samples, 0.5),
    max: Math.max(...samples),
    trend: quantile(samples.slice(-third), 0.5) - quantile(samples.slice(0, third), 0.5),
  };
}
