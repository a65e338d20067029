import { expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { processSettings, testFolder } from '#server/testing/access/with-people.ts';
import { beginUpload, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { databases, openTestDatabase, openTestFolder } from '#server/testing/database/databases.ts';
import { callAs, httpCaller } from '#server/testing/http-calls.ts';
import { killAt, whenReached } from '#server/testing/kill-at.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

const batches = Array.from({ length: 20 }, (_, at) => uploadRows(2 + at * 50, 51 + at * 50));

// Browser tests kill the service on the embedded database.
test.each(isLongRun ? databases : (['PostgreSQL'] as const))(
  'a service on %s that is killed again and again makes each row a lead once',
  async (kind) => {
    const isEmbedded = kind !== 'PostgreSQL';
    const DATA_DIR = await testFolder();
    const database = isEmbedded ? await openTestFolder(DATA_DIR) : await openTestDatabase(kind);
    const settings = isEmbedded ? { DATA_DIR } : await processSettings(database);
    const admin = await makePerson(database.db, 'partner-admin');
    // Only one process at a time can open the folder of an embedded database.
    if (isEmbedded) await database.close();

    let responded = () => {};
    const sendAll = async (origin: string) => {
      const http = httpCaller(origin);
      const upload = await beginUpload(http, admin, batches.flat().length);
      const sending = batches.map(async (rows) => {
        await callAs(http, admin, ['POST', `${upload}/rows`], { rows, leftOut: [] });
        responded();
      });
      await Promise.all(sending).finally(http.close);
    };
    // Other batches are in flight then.
    const atResponse = whenReached(
      async () => new Promise<void>((resolve) => (responded = resolve)),
    );
    await killAt(
      { start: () => startProcess(settings), at: [atResponse, atResponse] },
      sendAll,
      sendAll,
    );

    const after = isEmbedded ? await openDatabase(readConfig({ DEMO: '0', DATA_DIR })) : database;
    const { rows } = await after.pool.query<object>(
      `select count(*)::integer as leads, count(distinct fields ->> 'partnerLeadReferenceId')::integer as rows,
        (select count(*)::integer from bulk_upload_rows where outcome = 'submitted') as stored,
        (select submitted from bulk_uploads) as reported from leads`,
    );
    expect(rows).toEqual([{ leads: 1_000, rows: 1_000, stored: 1_000, reported: 1_000 }]);
    await after.close();
  },
);
