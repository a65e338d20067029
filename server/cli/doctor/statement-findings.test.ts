import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { testDatabase, testFolder, testService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

import { examineStatements } from './statement-findings.ts';

const examine = async (
  db: Parameters<typeof examineStatements>[0],
  pending: string[] = [],
  folder?: string,
) => Readable.from(examineStatements(db, pending, folder)).toArray();
/** Returns the statements of a file as psql sends them, except the call of a procedure. */
const readStatements = async (name: string) =>
  (await readFile(`deploy/${name}.sql`, 'utf8')).match(/^(create|drop|alter) [^;]*;/gm) ?? [];

test('a new database needs no statements of deploy/', async () => {
  const { db } = await testDatabase();
  expect(await examine(db)).toEqual([]);
  expect(await examine(db, ['0117-baseline', '0118-colours'])).toEqual([]);
});

test('statements that prepare a migration are named until they were run', async () => {
  const { database } = await testService();
  await makePerson(database.db, 'broker');
  await database.pool.query(
    `insert into exports (id, account_id, partner_id, list, is_filtered)
      select 'one', id, '', 'leads', false from accounts limit 1`,
  );
  const folder = await testFolder();
  const statement = 'create index concurrently if not exists exports_by_end on exports (ended_at);';
  await writeFile(path.join(folder, 'before-0118.sql'), `-- Before the update.\n${statement}\n`);
  await copyFile('deploy/after-0105.sql', path.join(folder, 'after-0105.sql'));
  const pending = ['0118-ends-of-exports'];
  expect(await examine(database.db, pending, folder)).toEqual([
    expect.stringMatching(/^warning: deploy\/before-0118\.sql was not run: the next start/),
  ]);
  await database.pool.query(statement);
  expect(await examine(database.db, pending, folder)).toEqual([]);
});

test('statements that clean up are named until they were run', async () => {
  const { pool, db } = await testDatabase();
  const notRun = [expect.stringMatching(/^warning: deploy\/after-0105\.sql was not run\. Run it/)];
  await pool.query('create unique index snoozes_former_key on snoozes (record_id, account_id)');
  expect(await examine(db)).toEqual(notRun);
  await pool.query(`drop index snoozes_former_key;
    alter table requests drop constraint requests_lead_fkey;
    alter table requests add constraint requests_lead_fkey foreign key (lead_id, partner_id)
      references leads (id, partner_id) not valid`);
  expect(await examine(db)).toEqual(notRun);
  for (const statement of await readStatements('after-0105')) await pool.query(statement);
  expect(await examine(db)).toEqual([]);
});

test('an index whose creation failed is named', async () => {
  const { pool, db } = await testDatabase();
  await pool.query(`create table twins (id int); insert into twins values (1), (1)`);
  const creating = pool.query('create unique index concurrently twins_key on twins (id)');
  await expect(creating).rejects.toThrow('could not create unique index');
  expect(await examine(db)).toEqual([
    expect.stringMatching(/^warning: The index twins_key is not valid: its creation failed/),
  ]);
});
