import { expect, onTestFinished, test, vi } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { processSettings, testDatabase } from '#server/testing/access/with-people.ts';
import { beginUpload, type SentRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { callAs, httpCaller } from '#server/testing/http-calls.ts';
import { killAt, whenReached } from '#server/testing/kill-at.ts';
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

  // Rows are in flight then, and some were stored a moment ago.
  const stored = (leads: number) =>
    whenReached(async () =>
      vi.waitUntil(async () => (await standIn.leads()).length >= leads, {
        interval: 1,
        timeout: 60_000,
      }),
    );
  let totals: UploadTotals | undefined;
  const sendAll = async (origin: string) => {
    totals = await sendRows(origin, admin);
  };
  await killAt(
    {
      start: () => startProcess({ ...settings, UPSTREAM_URL: standIn.url }),
      at: [stored(37), stored(111)],
    },
    sendAll,
    sendAll,
  );

  const references = (await standIn.leads()).map(
    ({ submitted }) => submitted['partnerLeadReferenceId'],
  );
  expect(new Set(references).size).toBe(references.length);
  expect(totals).toMatchObject({ submitted: references.length, waiting: 0 });
  expect(totals?.unknown).toBe(read - references.length);
  // Five rows of each of two batches, for two kills.
  expect(totals?.unknown).toBeLessThanOrEqual(20);
});

/** Sends every batch until it is done, two at a time. Returns the last totals. */
async function sendRows(origin: string, admin: Person): Promise<UploadTotals | undefined> {
  const http = httpCaller(origin);
  const address = `${await beginUpload(http, admin, read)}/rows`;
  const waiting = [...batches];
  let last: UploadTotals | undefined;
  const send = async (rows: readonly SentRow[]): Promise<void> => {
    const response = await callAs<Sent>(http, admin, ['POST', address], { rows, leftOut: [] });
    last = response.totals;
    if (!response.isDone) await send(rows);
  };
  const inTurn = async () => {
    for (let rows = waiting.shift(); rows; rows = waiting.shift()) await send(rows);
  };
  await Promise.all([inTurn(), inTurn()]).finally(http.close);
  return last;
}

interface Sent {
  readonly totals: UploadTotals;
  readonly isDone: boolean;
}
