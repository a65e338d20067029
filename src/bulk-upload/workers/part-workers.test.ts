import { expect, it, vi } from 'vitest';

import type { PartMessage, PartReply } from './part.worker.ts';

/** A worker that replies at once, or dies of its first part. */
class FakeWorker {
  static started = 0;
  static dying: readonly number[] = [];
  readonly #number = (FakeWorker.started += 1);
  onerror: (() => void) | undefined;
  onmessage: ((event: { data: PartReply }) => void) | undefined;

  postMessage(message: PartMessage | object): void {
    if (!('request' in message)) return;
    const data = { part: message.request.part, parsed: {} } as PartReply;
    queueMicrotask(() =>
      FakeWorker.dying.includes(this.#number) ? this.onerror?.() : this.onmessage?.({ data }),
    );
  }

  terminate(): void {}
}

async function open(dying: readonly number[]) {
  FakeWorker.started = 0;
  FakeWorker.dying = dying;
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  const { openPartWorkers } = await import('./part-workers.ts');
  const file = new File([new Uint8Array(12 * 1024 * 1024)], 'leads.csv');
  const parseOptions = { encoding: 'utf-8', delimiter: ',', columns: null } as const;
  const workers = openPartWorkers(file, parseOptions, null)!;
  return async (part: number) => {
    const bytes = { from: 0, bytes: new Uint8Array(1) };
    return (await workers.parse({ part, paddedWidth: 1, isLast: false }, bytes)) !== null;
  };
}

it('parts go to the worker that is left when the other one dies', async () => {
  const parse = await open([1]);
  const first = await Promise.all([parse(0), parse(1)]);
  expect(first.toSorted()).toEqual([false, true]);
  expect(await Promise.all([parse(2), parse(3)])).toEqual([true, true]);
});

it('no part waits for workers that have all died', async () => {
  const parse = await open([1, 2]);
  await Promise.all([parse(0), parse(1)]);
  expect(await Promise.all([parse(2), parse(3)])).toEqual([false, false]);
});
