import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import type { BulkUpload, RowResult, UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { testFolder } from '#server/testing/access/with-people.ts';
import { type SentRow, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp, testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import {
  type StandInProcess,
  startStandInProcess,
} from '#server/testing/upstream-stand-in/stand-in-process.ts';

const read = isLongRun ? 5_000 : 1_000;
const perBatch = 50;
const restarts = isLongRun ? 5 : 2;
/** Every tenth lead is stored and its response lost; now and then the service asks to wait. */
const errors = [
  { kind: 'drop', method: 'POST', every: 10 },
  { kind: 'reject', status: 429, retryAfter: 1, method: 'POST', every: 401, times: 1 },
];

test(
  `each of ${read} rows becomes one lead or is reported as unknown, at a service that loses responses and is killed ${restarts} times`,
  { timeout: 240_000 },
  async () => {
    const standIn = await startService();
    const calls = await startPortal(standIn.url);
    const upload = await calls.open();

    const completedAtKill = (kill: number) => (read * kill) / (restarts + 1);
    let kills = 0;
    const batches = Array.from({ length: read / perBatch }, (_, at) =>
      Array.from({ length: perBatch }, (__, row) => rowOf(2 + at * perBatch + row)),
    );
    const sendAll = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const { read: all, waiting } = await calls.submit(upload, batch);
        if (kills === restarts || all - waiting < completedAtKill(kills + 1)) continue;
        kills += 1;
        // Kills the service while the next rows are in flight.
        await wait(20);
        await standIn.kill();
        await wait(300);
        await standIn.start();
      }
    };
    // Two at a time, as the browser does.
    await Promise.all([sendAll(), sendAll()]);
    expect(kills).toBe(restarts);
    await calls.finish(upload);

    const before = await calls.totals(upload);
    const totals = await calls.reconcile(upload);
    expect(totals).toEqual({
      ...before,
      submitted: read - totals.unknown,
      unknown: totals.unknown,
      waiting: 0,
    });
    const leads = await standIn.control.leads();
    const leadOfRow = new Map(leads.map(({ id, submitted }) => [String(submitted['notes']), id]));
    // No row became two leads.
    expect(leadOfRow.size).toBe(leads.length);
    const results = await calls.results(upload);
    expect(results).toHaveLength(read);
    const submitted = results.filter(({ outcome }) => outcome === 'submitted');
    const unknown = results.filter(({ outcome }) => outcome === 'unknown');
    expect([submitted.length, unknown.length]).toEqual([totals.submitted, totals.unknown]);
    const wrong = submitted.filter(({ row, leadId }) => leadId !== leadOfRow.get(nameOf(row)));
    expect(wrong).toEqual([]);
    // The rows in flight at each kill: five rows of each of two batches.
    expect(totals.unknown).toBeLessThanOrEqual(restarts * 10);
  },
);

const nameOf = (row: number) => `row ${row}`;

/** Returns a row with a unique reference, one that other rows have too, or none. */
function rowOf(row: number): SentRow {
  const references = [`own-${row}`, 'campaign', ''];
  return uploadRow(row, {
    firstName: `Aroha ${Math.floor(row / 2)}`,
    notes: nameOf(row),
    partnerLeadReferenceId: references[row % 3] ?? '',
  });
}

async function startService(): Promise<StandInProcess> {
  const folder = await testFolder();
  const options = ['--empty', '--journal', path.join(folder, 'records.jsonl')];
  const standIn = await startStandInProcess([
    ...options,
    ...errors.flatMap((error) => ['--mode', JSON.stringify(error)]),
  ]);
  onTestFinished(standIn.stop);
  return standIn;
}

/** Starts a portal in front of the service at `url`. Returns the calls that its admin makes. */
async function startPortal(url: string) {
  const portal = await startTestApp('PostgreSQL', {
    env: { UPSTREAM_URL: url },
    deps: { requestsPerMinute: Infinity },
  });
  onTestFinished(async () => portal.close());
  const { db } = portal.database;
  const admin = await makePerson(db, 'partner-admin');
  await storeEnteredKey(db, testSecrets.apiKeys, admin.accountId, seeded.ada.token);
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });

  /** Retries until there is a successful response, as the browser does. */
  async function call<T>(method: string, address: string, body?: object): Promise<T> {
    const headers = { ...admin.session, 'content-type': 'application/json' };
    for (;;) {
      const payload = body && { body: JSON.stringify(body) };
      const response = await fetch(`${origin}${address}`, { method, headers, ...payload });
      if (response.ok) return (await response.json()) as T;
      if (response.status < 500 && response.status !== 429) throw new Error(await response.text());
      await wait(200);
    }
  }
  const all = '/portal/bulk-uploads';
  return {
    async open(): Promise<string> {
      const file = { contentHash: 'a'.repeat(64), fileName: 'leads.csv', size: 1_000_000 };
      const { upload } = await call<{ upload: BulkUpload }>('POST', all, file);
      await call('PUT', `${all}/${upload.id}/state`, { state: 'submitting', read });
      return upload.id;
    },
    async submit(id: string, rows: readonly SentRow[]): Promise<UploadTotals> {
      for (;;) {
        const { totals, isDone } = await call<{ totals: UploadTotals; isDone: boolean }>(
          'POST',
          `${all}/${id}/rows`,
          { rows, leftOut: [] },
        );
        expect(sumOf(totals)).toBe(read);
        if (isDone) return totals;
      }
    },
    finish: async (id: string) => call('PUT', `${all}/${id}/state`, { state: 'finished', read }),
    totals: async (id: string) => (await call<BulkUpload>('GET', `${all}/${id}`)).totals,
    reconcile: async (id: string) =>
      (await call<{ upload: BulkUpload }>('POST', `${all}/${id}/search`)).upload.totals,
    async results(id: string): Promise<RowResult[]> {
      const pages = Array.from({ length: read / 100 }, async (_, page) =>
        call<RowResult[]>('GET', `${all}/${id}/rows?pageSize=100&page=${page + 1}`),
      );
      return (await Promise.all(pages)).flat();
    },
  };
}

function sumOf({ submitted, rejected, leftOut, blank, unknown, waiting }: UploadTotals): number {
  return submitted + rejected + leftOut + blank + unknown + waiting;
}
