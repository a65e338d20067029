import { beforeEach, expect, test, vi } from 'vitest';

import type { BulkUpload, UploadState } from '#contract/bulk-upload/bulk-uploads.ts';
import type { RowBatch } from '#src/bulk-upload/rows/sheet.ts';
import { upload } from '#src/testing/fake-upload.ts';

import type { RunState } from './stage.ts';
import { RowSubmission } from './submission.ts';

const read = 50;
const perBatch = 10;

/**
 * A fake service with one upload, as the contract describes it. Requests take effect whether or not
 * their responses arrive.
 */
const service = {
  state: 'checking' as UploadState,
  stored: new Set<number>(),
  received: 0,
  /** Called once two batches have arrived, to simulate a change made elsewhere. */
  meanwhile: undefined as (() => void) | undefined,
  /** Called once rows were rejected because of the upload's state. */
  afterConflict: undefined as (() => void) | undefined,
  /** Rows whose responses from the upstream service were lost, until they are reconciled. */
  lost: new Set<number>(),
  /** Max rows of a batch that the service has time for. */
  time: Infinity,
  /**
   * The outcomes of the next requests: answered, stored but the response lost, not reached, or
   * rejected as busy.
   */
  outcomes: [] as ('answered' | 'lost' | 'unreached' | 'busy')[],
};

const totals = () => ({
  ...upload.totals,
  read,
  submitted: service.stored.size,
  unknown: service.lost.size,
  waiting: read - service.stored.size - service.lost.size,
});

const uploadNow = (): BulkUpload => ({ ...upload, state: service.state, totals: totals() });

async function serve(address: string, { method = 'GET', body }: RequestInit = {}) {
  const outcome = service.outcomes.shift() ?? 'answered';
  if (outcome === 'unreached') throw new TypeError('no connection');
  if (outcome === 'busy')
    return Response.json({ error: 'Wait.' }, { status: 429, headers: { 'retry-after': '1' } });
  const response = responseOf(method, address, JSON.parse(typeof body === 'string' ? body : '{}'));
  if (outcome === 'lost') throw new TypeError('the connection broke');
  return response;
}

const conflict = (error: string) =>
  Response.json({ error, code: 'upload-state-conflict' }, { status: 409 });

function storeRows(rows: [number][]) {
  if (service.state !== 'submitting') {
    service.afterConflict?.();
    return conflict('This upload takes no rows.');
  }
  service.received += 1;
  const unstored = rows.filter(([row]) => !service.stored.has(row));
  for (const [row] of unstored.slice(0, service.time)) service.stored.add(row);
  if (service.received === 2) service.meanwhile?.();
  return Response.json({ totals: totals(), isDone: unstored.length <= service.time });
}

function responseOf(
  method: string,
  address: string,
  { state, rows = [] }: { state?: UploadState; rows?: [number][] },
) {
  if (address.endsWith('/state')) {
    if (state === 'finished' && totals().waiting > 0) return conflict('Rows are missing.');
    service.state = state ?? service.state;
  }
  if (address.endsWith('/rows') && method === 'POST') return storeRows(rows);
  if (address.endsWith('/search')) {
    for (const row of service.lost) service.stored.add(row);
    service.lost.clear();
    return Response.json({ upload: uploadNow(), isComplete: true });
  }
  return Response.json(uploadNow());
}

const batch = async (from: number): Promise<RowBatch> => ({
  rows: Array.from({ length: perBatch }, (_, index): [number, string] => [from + index, 'Ana']),
  leftOut: [],
  blank: [],
  next: from + perBatch < read + 2 ? from + perBatch : null,
});

let states: RunState[] = [];
let ended: BulkUpload | undefined;

function submission(sent = batch) {
  return new RowSubmission({
    uploadId: 'u1',
    totals: totals(),
    batch: sent,
    onChange: (state) => states.push(state),
    onEnd: (end) => (ended = end),
  });
}

beforeEach(() => {
  Object.assign(service, { state: 'checking', received: 0, outcomes: [], time: Infinity });
  Object.assign(service, { meanwhile: undefined, afterConflict: undefined });
  service.stored.clear();
  service.lost.clear();
  states = [];
  ended = undefined;
  vi.stubGlobal('fetch', serve);
  vi.useFakeTimers();
});

/** Runs a step of the submission while the fake clock advances. */
async function done(step: Promise<void>): Promise<void> {
  const completed = vi.fn();
  void step.then(completed);
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(completed).toHaveBeenCalled();
    },
    { timeout: 20_000 },
  );
}

test('all rows are sent and the upload is finished; the totals add up at every moment', async () => {
  await done(submission().start());
  expect(ended?.state).toBe('finished');
  expect(service.stored.size).toBe(read);
  expect(service.received).toBe(read / perBatch);
  for (const state of states) {
    const { waiting, submitted, rejected, leftOut, blank } = state.totals;
    expect(waiting + submitted + rejected + leftOut + blank).toBe(state.totals.read);
  }
});

test('lost answers, a busy service and no connection: the same is sent again until it is answered', async () => {
  service.outcomes = ['unreached', 'answered', 'lost', 'busy', 'lost', 'unreached', 'answered'];
  service.outcomes.push('lost');
  await done(submission().start());
  expect(ended?.state).toBe('finished');
  expect(service.stored.size).toBe(read);
  expect(service.received).toBeGreaterThan(read / perBatch);
  expect(states.some(({ run }) => run.is === 'running' && run.connection !== null)).toBe(true);
  expect(states.at(-1)?.run).toEqual({ is: 'finishing', connection: null });
});

test('paused and gone on with, every row arrives', async () => {
  const work = submission();
  let pausing = Promise.resolve();
  service.meanwhile = () => (pausing = work.pause());
  await done(work.start());
  await done(pausing);
  expect(service.state).toBe('paused');
  expect(states.at(-1)?.run).toEqual({ is: 'paused', by: 'person' });

  await done(work.start());
  expect(service.stored.size).toBe(read);
  expect(ended?.state).toBe('finished');
});

test.each([
  ['paused', 'elsewhere'],
  ['stopped', 'stopped-elsewhere'],
] as const)('%s in another tab: it says so, and can be gone on with here', async (state, by) => {
  const work = submission();
  service.meanwhile = () => (service.state = state);
  await done(work.start());
  expect(states.at(-1)?.run).toEqual({ is: 'paused', by });

  await done(work.start());
  expect(ended?.state).toBe('finished');
});

test('finished in another tab: it is ended here too', async () => {
  service.meanwhile = () => (service.state = 'finished');
  await done(submission().start());
  expect(ended?.state).toBe('finished');
});

test('finished in one tab and started in another while rows are sent here: they are sent on', async () => {
  service.meanwhile = () => (service.state = 'finished');
  service.afterConflict = () => (service.state = 'submitting');
  await done(submission().start());
  expect(ended).toMatchObject({ state: 'finished', totals: { submitted: read } });
});

test('a rejection stops it with its sentence; going on sends what was not answered', async () => {
  const work = submission(vi.fn(batch).mockRejectedValueOnce(new Error('The file has changed.')));
  await done(work.start());
  const by = { failure: 'The file has changed.' };
  expect(states.at(-1)?.run).toEqual({ is: 'paused', by });
  await done(work.start());
  expect(service.stored.size).toBe(read);
});

test('a batch for which the service had no time is sent on until it is done', async () => {
  service.time = 3;
  await done(submission().start());
  expect(ended).toMatchObject({ state: 'finished', totals: { submitted: read } });
  // Each response is reported.
  expect(new Set(states.map(({ totals: reported }) => reported.submitted)).size).toBe(
    (read / perBatch) * 4 + 1,
  );
});

test('what is unknown is looked for once more before the end', async () => {
  service.lost.add(7);
  await done(submission().start());
  expect(ended).toMatchObject({ state: 'finished', totals: { submitted: read, unknown: 0 } });
});

test('stopped: the upload ends with what was sent', async () => {
  const work = submission();
  let stopping = Promise.resolve();
  service.meanwhile = () => (stopping = work.stop());
  await done(work.start());
  await done(stopping);
  expect(ended?.state).toBe('stopped');
  expect(service.stored.size).toBeLessThan(read);
});
