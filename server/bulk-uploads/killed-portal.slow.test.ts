import { expect, onTestFinished, test, vi } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/api-keys.store.ts';
import { processSettings, testDatabase } from '#server/testing/access/with-people.ts';
import { beginUpload, type SentRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { callAs, type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
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
  const database = await testDatabase();
  const settings = await processSettings(database);
  const admin = await makePerson(database.db, 'partner-admin');
  await storeEnteredKey(database.db, testSecrets.apiKeys, admin.accountId, seeded.ada.token);

  let totals: UploadTotals | undefined;
  const killedAfter = [37, 111, Infinity];
  for (const leads of killedAfter) {
    const portal = startProcess({ ...settings, UPSTREAM_URL: standIn.url });
    const http = httpCaller(await portal.origin);
    const upload = await beginUpload(http, admin, read);
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
    const response = await callAs<Sent>(http, admin, ['POST', address], body);
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
