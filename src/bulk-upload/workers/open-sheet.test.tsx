import { beforeEach, expect, test, vi } from 'vitest';

import type { SheetReply, SheetRequest } from './sheet.worker.ts';

/** A worker that does what the test says of the call. */
class FakeWorker {
  static started = 0;
  static respond: (request: SheetRequest) => Partial<SheetReply> | 'no script';
  onerror: (() => void) | undefined;
  onmessage: ((event: { data: object }) => void) | undefined;

  constructor() {
    FakeWorker.started += 1;
  }

  postMessage(request: SheetRequest): void {
    const reply = FakeWorker.respond(request);
    queueMicrotask(() =>
      reply === 'no script'
        ? this.onerror?.()
        : this.onmessage?.({ data: { id: request.id, ...reply } }),
    );
  }

  terminate(): void {}
}

/** Opens a sheet. Its calls respond so until the service is back with this version. */
async function open(untilThen: Partial<SheetReply> | 'no script') {
  const service = { status: 503 };
  FakeWorker.started = 0;
  FakeWorker.respond = () => (service.status === 200 ? { result: null } : untilThen);
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', async () => new Response(null, { status: service.status }));
  const { openSheet } = await import('./open-sheet.ts');
  return { sheet: openSheet(), service };
}

beforeEach(() => {
  vi.useFakeTimers();
});

test.each<[string, Partial<SheetReply> | 'no script', number]>([
  ['the script of the worker', 'no script', 2],
  ['a part that the worker loads late', { isPartMissing: true }, 1],
])('a call waits for %s, and is repeated once the service is back', async (_, reply, started) => {
  const { sheet, service } = await open(reply);
  const undone = sheet.undo();
  await vi.advanceTimersByTimeAsync(500);
  service.status = 200;
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(undone).resolves.toBeNull();
  expect(FakeWorker.started).toBe(started);
});

test('a call whose part a release has replaced says so', async () => {
  const { sheet, service } = await open('no script');
  service.status = 404;
  const failed = sheet.undo().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(failed).resolves.toMatchObject({ message: /^A new version is available/ });
});

test('an error of the file is not repeated, and a worker that dies says so', async () => {
  const { sheet } = await open({ error: 'This file changed on disk.' });
  await expect(sheet.undo()).rejects.toThrow('This file changed on disk.');
  FakeWorker.respond = () => 'no script';
  await expect(sheet.undo()).rejects.toThrow('ran out of memory');
  expect(FakeWorker.started).toBe(1);
});

test('a call that waits ends when the file is closed', async () => {
  const { sheet } = await open('no script');
  const failed = sheet.undo().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  sheet.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(failed).resolves.toMatchObject({ message: 'The file was closed.' });
});
