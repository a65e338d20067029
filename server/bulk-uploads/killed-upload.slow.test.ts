import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import {
  type DatabaseKind,
  databases,
  openTestDatabase,
  openTestFolder,
} from '#server/testing/database/databases.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

const batches = Array.from({ length: 20 }, (_, at) => uploadRows(2 + at * 50, 51 + at * 50));

// Browser tests kill the service on the embedded database.
test.each(isLongRun ? databases : (['PostgreSQL'] as const))(
  'a service on %s that is killed again and again makes each row a lead once',
  async (kind) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-killed-'));
    const { database, settings } = await prepareDatabase(kind, dataDir);
    const admin = await makePerson(database.db, 'partner-admin');
    // Only one process at a time can open the folder of an embedded database.
    if (kind !== 'PostgreSQL') await database.close();

    let failed: unknown[] = [];
    for (const isLast of [false, false, true]) {
      const service = startProcess(settings);
      const http = httpCaller(await service.origin);
      const upload = await beginUpload(http, admin);
      const sending = batches.map(async (rows) => {
        const body = await call(http, admin, 'POST', `${upload}/rows`, { rows, leftOut: [] });
        // Kills the service at the first response, while other batches are in flight.
        if (!isLast) void service.end('SIGKILL');
        return body;
      });
      const responses = await Promise.allSettled(sending);
      failed = responses.filter(({ status }) => status === 'rejected');
      http.close();
      await service.end('SIGTERM');
    }
    expect(failed).toEqual([]);

    const after =
      kind === 'PostgreSQL'
        ? database
        : await openDatabase(readConfig({ DEMO: '0', DATA_DIR: dataDir }));
    const { rows } = await after.pool.query<object>(
      `select count(*)::integer as leads, count(distinct fields ->> 'partnerLeadReferenceId')::integer as rows,
        (select count(*)::integer from bulk_upload_rows where outcome = 'submitted') as stored,
        (select submitted from bulk_uploads) as reported from leads`,
    );
    expect(rows).toEqual([{ leads: 1_000, rows: 1_000, stored: 1_000, reported: 1_000 }]);
    await after.close();
    await rm(dataDir, { recursive: true });
  },
);

async function prepareDatabase(
  kind: DatabaseKind,
  dataDir: string,
): Promise<{ database: Database; settings: Record<string, string> }> {
  if (kind !== 'PostgreSQL')
    return { database: await openTestFolder(dataDir), settings: { DATA_DIR: dataDir } };
  const database = await openTestDatabase(kind);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.pool.options.connectionString ?? '',
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  };
  return { database, settings };
}

/** Opens and starts the upload of the one file. Returns the path of the upload. */
async function beginUpload(http: HttpCaller, admin: Person): Promise<string> {
  const file = { contentHash: 'a'.repeat(64), fileName: 'leads.csv', size: 1_000_000 };
  const opened = await call(http, admin, 'POST', '/portal/bulk-uploads', file);
  const { upload } = JSON.parse(opened) as { upload: { id: string } };
  const address = `/portal/bulk-uploads/${upload.id}`;
  const start = { state: 'submitting', read: batches.flat().length };
  await call(http, admin, 'PUT', `${address}/state`, start);
  return address;
}

/**
 * Returns the body of the response.
 * @throws Error when there is no response, or its status is not 200
 */
async function call(
  http: HttpCaller,
  { session }: Person,
  method: string,
  address: string,
  payload: object,
): Promise<string> {
  const headers = { ...session, 'content-type': 'application/json' };
  const response = await http.call({
    method,
    path: address,
    headers,
    body: JSON.stringify(payload),
  });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return response.body;
}
