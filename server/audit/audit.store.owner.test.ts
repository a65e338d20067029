import { readFile } from 'node:fs/promises';

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';

import { recordAction } from './audit.store.ts';
import { verifyAudit } from './verify-audit.store.ts';

/** Returns the statements of the file as psql sends them. */
async function readStatements(service: string): Promise<string> {
  const file = await readFile('deploy/audit-owner.sql', 'utf8');
  const owner = `do $$ begin create role portal_audit nologin; exception when duplicate_object then null; end $$;`;
  return file
    .replace(/^select .create role.*\\gexec$/m, () => owner)
    .replaceAll(':"service"', service);
}

test('with an owner of its own, the service can add to the audit trail, and nothing else', async () => {
  const { pool, db } = await testDatabase();
  await recordAction(db, {
    actor: { type: 'account', id: 'ada' },
    partnerId: 'north',
    address: '192.0.2.1',
    action: 'key-shown',
  });
  const service = `service_${newId()}`.toLowerCase();
  await pool.query(
    `create role ${service} login password '${service}'; grant all on all tables in schema public to ${service}`,
  );
  await pool.query(await readStatements(service));
  // It can be run again.
  await pool.query(await readStatements(service));
  const url = new URL(pool.options.connectionString ?? '');
  url.username = service;
  url.password = service;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await pool.query(`drop owned by ${service}; drop role ${service}`);
  });

  await client.query(
    "insert into audit_entries (kind, actor_type, partner_id) values ('sign-out', 'unknown', 'north')",
  );
  await client.query(
    "update audit_entries set origin = null where chain = 'north' and position = 1",
  );
  expect((await client.query('select position from audit_chains')).rows).toEqual([{ position: 2 }]);
  for (const statement of [
    "delete from audit_entries where chain = 'north'",
    "begin; select set_config('portal.audit_retention', 'chain north', true); delete from audit_entries; commit",
    "update audit_entries set kind = 'sign-in'",
    'truncate audit_entries',
    'update audit_chains set deleted_to = 1',
    'insert into audit_chains (id) values (1)',
    'alter table audit_entries disable trigger all',
    'drop trigger audit_kept on audit_entries',
    'drop function keep_audit_entries() cascade',
    "select record_audit_deletion('north', 1)",
    'set session_replication_role = replica',
  ]) {
    await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback');
  }
  // Retention records its deletions.
  await client.query("select delete_audit_entries('north', now() + interval '1 day')");
  expect(await verifyAudit(db, { auditDays: 730 })).toEqual({ entries: 1, chains: 2, deleted: 2 });
});
