import { Readable } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';

import { databaseOn, openPool } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';

import { examineAuditOwner } from './audit-findings.ts';

test('a role that owns the audit trail is warned of; another one is right', async () => {
  const { pool, db } = await testDatabase();
  expect(await Readable.from(examineAuditOwner(db)).toArray()).toEqual([
    expect.stringMatching(/^warning: The portal’s role owns the audit trail.*deploy\/audit-owner/),
  ]);
  const service = `service_${newId()}`.toLowerCase();
  await pool.query(`create role ${service} login password '${service}'`);
  const url = new URL(pool.options.connectionString ?? '');
  url.username = service;
  url.password = service;
  const own = databaseOn(openPool({ connectionString: url.href, max: 1 }));
  onTestFinished(async () => {
    await own.close();
    await pool.query(`drop owned by ${service}; drop role ${service}`);
  });
  expect(await Readable.from(examineAuditOwner(own.db)).toArray()).toEqual([
    'ok: The portal’s role can only add to the audit trail.',
  ]);
});
