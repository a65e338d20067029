import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { type Database, databaseOn, openPool } from '#server/db/connect.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';
import { migrateDatabase } from '#server/testing/database/databases.setup.ts';
import { openTestFolder } from '#server/testing/database/databases.ts';
import { startPostgres, onSmallDisk } from '#server/testing/database/postgres-server.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { listReferences, submitLead } from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { type ServiceProcess, startProcess } from '#server/testing/service-process.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

const storageFull = {
  error: 'There’s no space left to store this, so nothing was saved. Contact support.',
  code: 'storage-full',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-full-'));
});
afterAll(async () => rm(folder, { recursive: true }));

test('a file that does not fit on the disk is 507, and leaves neither bytes nor a record', async () => {
  const database = await testDatabase();
  const person = await makePerson(database.db, 'broker');
  const service = startProcess(settingsOf(database, folder), onSmallDisk(folder, 2));
  const http = httpCaller(await service.origin);
  const lead = JSON.parse((await submitLead(http, person, 'with files')).body) as Lead;
  const pdf = attachableFiles['statement.pdf'];
  const large = Buffer.concat([pdf, randomBytes(3 * 1024 * 1024)]);
  const attach = async (files: Record<string, Buffer>) => {
    const { payload, contentType } = await multipart(uploadParts(lead.id, files));
    return http.call({
      method: 'POST',
      path: '/api/v1/attachment',
      headers: { ...person.bearer, 'content-type': contentType },
      body: payload,
    });
  };
  const stored = async () => ({
    rows: (await database.pool.query('select file_name from attachments')).rows,
    files: await readdir(`/proc/${service.pid}/root${folder}/files`),
    incoming: await readdir(`/proc/${service.pid}/root${folder}/files/incoming`),
  });

  const rejected = await attach({ 'small.pdf': pdf, 'large.pdf': large });
  expect(rejected.statusCode, rejected.body).toBe(507);
  expect(JSON.parse(rejected.body)).toEqual(storageFull);
  expect(await stored()).toEqual({ rows: [], files: ['incoming'], incoming: [] });

  expect((await attach({ 'small.pdf': pdf })).statusCode).toBe(200);
  expect(await stored()).toMatchObject({ rows: [{ file_name: 'small.pdf' }], incoming: [] });
  http.close();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('PostgreSQL with a full disk is 507 to who writes, keeps what was saved, and recovers', async () => {
  const server = await startPostgres(48);
  const admin = openPool({ connectionString: `${server.url}/postgres`, max: 1 });
  await admin.query(`create tablespace small location '${server.disk}'`);
  await admin.query('create database full_disk tablespace small');
  await admin.end();
  await migrateDatabase(`${server.url}/full_disk`);
  const database = databaseOn(openPool({ connectionString: `${server.url}/full_disk` }));
  const person = await makePerson(database.db, 'broker');
  const service = startProcess(settingsOf(database, folder));
  const saved = await checkFullDisk(service, person, {
    fill: async () => fillTable(database),
    free: async () => void (await database.pool.query('drop table filling')),
  });
  const { rows } = await database.pool.query<{ reference: string }>(
    `select l.fields ->> 'partnerLeadReferenceId' as reference, count(c.*)::integer as changes
      from leads l left join changes c on c.partner_id = l.partner_id and c.record_id = l.id
      group by l.partner_id, l.id`,
  );
  expect(rows.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))).toEqual(
    saved.toSorted().map((reference) => ({ reference, changes: 1 })),
  );
  await database.close();
  await server.stop();
});

test('the embedded database with a full disk is 507 to who writes, keeps what was saved, and recovers', async () => {
  const dataDir = path.join(folder, 'embedded');
  const prepared = path.join(folder, 'prepared');
  const database = await openTestFolder(prepared);
  const person = await makePerson(database.db, 'broker');
  await database.close();
  await mkdir(dataDir);
  const copy = 'cp -r "$0/." "$1" && shift && exec "$@"';
  const by = [...onSmallDisk(dataDir, 160), 'sh', '-c', copy, prepared, dataDir];
  const service = startProcess({ DATA_DIR: dataDir }, by);
  const filling = `/proc/${service.pid}/root${dataDir}/filling`;
  const saved = await checkFullDisk(service, person, {
    fill: async () => fillDisk(filling),
    free: async () => rm(filling),
  });
  expect(saved).toContain('free again');
});

/**
 * Creates leads on a full disk until one is rejected, and one on a disk that is free again. Checks
 * that those are listed that were created, and ends the service. Returns their references.
 */
async function checkFullDisk(
  service: ServiceProcess,
  person: Person,
  disk: { readonly fill: () => Promise<void>; readonly free: () => Promise<void> },
): Promise<string[]> {
  const http = httpCaller(await service.origin);
  const saved: string[] = [];
  const create = async (reference: string) => {
    const response = await submitLead(http, person, reference);
    if (response.statusCode === 200) saved.push(reference);
    return response;
  };
  // The first request of a person stores more, which is not tested.
  await create('first');
  await disk.fill();
  let response = await create('on what is left of the last block');
  while (response.statusCode === 200) response = await create(`full ${saved.length}`);
  expect([response.statusCode, JSON.parse(response.body)]).toEqual([507, storageFull]);
  expect(await listReferences(http, person)).toEqual(saved.toReversed());

  await disk.free();
  expect((await create('free again')).statusCode).toBe(200);
  expect(await listReferences(http, person)).toEqual(saved.toReversed());
  http.close();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  return saved;
}

function settingsOf({ pool }: Database, dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: pool.options.connectionString ?? '',
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  };
}

/** Fills the disk of a database to the last block, in ever smaller steps. */
async function fillTable({ pool }: Database): Promise<void> {
  await pool.query('create table filling (text text)');
  for (let rows = 4096; rows >= 1; rows /= 2)
    await untilFull(async () =>
      pool.query(
        `insert into filling select repeat(md5(n::text), 200) from generate_series(1, ${rows}) as n`,
      ),
    );
}

/** Fills a disk to the last block with a file. */
async function fillDisk(file: string): Promise<void> {
  for (let size = 2 ** 20; size >= 512; size /= 2)
    await untilFull(async () => appendFile(file, Buffer.alloc(size)));
}

async function untilFull(write: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await write();
  } catch (error) {
    if (!['53100', 'ENOSPC'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}
