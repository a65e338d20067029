import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import type { BulkUpload, UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/api-keys.store.ts';
import { type SentRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';

const read = 300;
const batches = Array.from({ length: read / 50 }, (_, at) => uploadRows(2 + at * 50, 51 + at * 50));

test('a portal in front of a service that is killed again and again makes each row a lead once, or reports it as unknown', async () => {
  const standIn = await startStandIn();
  await standIn.addFailure({ kind: 'slow', method: 'POST', ms: 20 });
  onTestFinished(async () => standIn.close());
  const { admin, settings } = await prepareDatabase();

  let totals: UploadTotals | undefined;
  const killedAfter = [37, 111, Infinity];
  for (const leads of killedAfter) {
    const portal = startProcess({ ...settings, UPSTREAM_URL: standIn.url });
    const http = httpCaller(await portal.origin);
    const upload = await beginUpload(http, admin);
    const sending = sendAll(http, admin, `${upload}/rows`);
    if (leads < Infinity) {
      await vi.waitUntil(async () => (await standIn.leads()).length >= leads, {
        interval: 1,
        timeout: 60_000,
      });
      // Rows are in flight now, and some were stored a moment ago.
      void portal.end('SIGKILL');
    }
    totals = await sending;
    http.close();
    await portal.end('SIGTERM');
  }

  const references = (await standIn.leads()).map(
    ({ submitted }) => submitted['partnerLeadReferenceId'],
  );
  expect(new Set(references).size).toBe(references.length);
  expect(totals).toMatchObject({ submitted: references.length, waiting: 0 });
  expect(totals?.unknown).toBe(read - references.length);
  // Five rows of each of two batches, for two kills.
  expect(totals?.unknown).toBeLessThanOrEqual(20);
});

/** Creates a database with an admin who has a key for the upstream service. */
async function prepareDatabase(): Promise<{ admin: Person; settings: Record<string, string> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-killed-'));
  const database = await openTestDatabase('PostgreSQL');
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  const admin = await makePerson(database.db, 'partner-admin');
  await storeEnteredKey(database.db, testSecrets.apiKeys, admin.accountId, seeded.ada.token);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.pool.options.connectionString ?? '',
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  };
  return { admin, settings };
}

/** Opens and starts the upload of the one file. Returns the path of the upload. */
async function beginUpload(http: HttpCaller, admin: Person): Promise<string> {
  const file = { contentHash: 'a'.repeat(64), fileName: 'leads.csv', size: 1_000_000 };
  const opened = await call<{ upload: BulkUpload }>(http, admin, 'POST', '', file);
  const address = `/${opened.upload.id}`;
  await call(http, admin, 'PUT', `${address}/state`, { state: 'submitting', read });
  return address;
}

/**
 * Sends every batch until it is done, two at a time. Returns the totals; undefined when the portal
 * dies.
 */
async function sendAll(
  http: HttpCaller,
  admin: Person,
  address: string,
): Promise<UploadTotals | undefined> {
  const waiting = [...batches];
  let last: UploadTotals | undefined;
  const send = async (rows: readonly SentRow[]): Promise<void> => {
    const body = { rows, leftOut: [] };
    const response = await call<Sent>(http, admin, 'POST', address, body);
    last = response.totals;
    if (!response.isDone) await send(rows);
  };
  const inTurn = async () => {
    for (let rows = waiting.shift(); rows; rows = waiting.shift()) await send(rows);
  };
  const ends = await Promise.allSettled([inTurn(), inTurn()]);
  return ends.every(({ status }) => status === 'fulfilled') ? last : undefined;
}

interface Sent {
  readonly totals: UploadTotals;
  readonly isDone: boolean;
}

/**
 * Returns the body of the response.
 * @throws Error when there is no response, or its status is not 200
 */
async function call<T>(
  http: HttpCaller,
  { session }: Person,
  method: string,
  address: string,
  payload: object,
): Promise<T> {
  const headers = { ...session, 'content-type': 'application/json' };
  const body = JSON.stringify(payload);
  const response = await http.call({
    method,
    path: `/portal/bulk-uploads${address}`,
    headers,
    body,
  });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return JSON.parse(response.body) as T;
}
