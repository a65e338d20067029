import { expect, test, vi } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { buildApp } from '#server/app.ts';
import type { Database } from '#server/db/connect.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { processSettings, testDatabase } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { callAs, httpCaller } from '#server/testing/http-calls.ts';
import { bulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { startTestApp, testSecrets } from '#server/testing/test-app.ts';

const leads = 300;
const noted = { kind: 'add-note', note: 'Call again.' } as const;
// Separate processes are slow on a busy machine.
const timeout = 120_000;

test(
  'two processes continue the change of a killed one, on one PostgreSQL, each lead once',
  { timeout },
  async () => {
    const database = await testDatabase();
    const admin = await adminWithLeads(database);
    const settings = await processSettings(database);
    const start = () => startProcess(settings);
    const killed = start();
    const first = await caller(killed.origin, admin);
    const body = { selection: { query: '' }, change: noted };
    const { id } = await first.call('POST', '', body);
    const unlock = await lockLead(database);
    await first.call('POST', `/${id}/apply`);
    const outcomes = async () => (await first.call('GET', `/${id}`)).outcomes;
    await vi.waitFor(async () => expect((await outcomes()).changed).toBeGreaterThan(0), {
      timeout,
      interval: 20,
    });
    await killed.end('SIGKILL');
    first.close();
    await expectUnfinished(database);
    await unlock();

    const others = [start(), start()] as const;
    const [second, third] = [
      await caller(others[0].origin, admin),
      await caller(others[1].origin, admin),
    ];
    await Promise.all([second, third].map(async (one) => one.call('POST', `/${id}/apply`)));
    const after = await vi.waitFor(
      async () => {
        const read = await second.call('GET', `/${id}`);
        expect(read.state).toBe('applied');
        return read;
      },
      { timeout, interval: 50 },
    );
    expect(after.outcomes).toMatchObject({ pending: 0, changed: leads });
    for (const one of [second, third]) one.close();
    await Promise.all(others.map(async (other) => other.end('SIGTERM')));
    await expectNotedOnce(database);
  },
);

test.each(databases)(
  'a service on %s continues the change that another one had not ended',
  { timeout },
  async (kind) => {
    const service = await startTestApp(kind);
    const { database, config } = service;
    const admin = await adminWithLeads(database);
    const bulk = bulkChangeCalls(service);
    const { id } = await bulk.prepared(admin, { query: '' }, noted);
    // The embedded database notifies within this process, before the next batch begins. A server
    // may do so late.
    const unlock = kind === 'PostgreSQL' ? await lockLead(database) : undefined;
    const { promise: firstBatch, resolve } = Promise.withResolvers<string>();
    const stopListening = await database.listen('changes', resolve);
    await bulk.act(admin, id, 'apply');
    await firstBatch;
    await service.app.close();
    await stopListening();
    await expectUnfinished(database);
    await unlock?.();

    const app = await buildApp({ config, database, secrets: testSecrets });
    const next = {
      ...service,
      call: async (method, url, more) => app.inject({ ...more, method, url }),
    } satisfies typeof service;
    const applied = await bulkChangeCalls(next).reached(admin, id, 'applied');
    expect(applied.outcomes).toMatchObject({ pending: 0, changed: leads });
    await app.close();
    await expectNotedOnce(database);
    await service.close();
  },
);

async function adminWithLeads({ db }: Database) {
  const admin = await makePerson(db, 'partner-admin');
  const owner = { partner_id: admin.partnerId, contact_id: admin.contactId };
  const by = { created_by: admin.accountId, created_via: 'api' } as const;
  const input = Array.from({ length: leads }, () => smallestLead);
  await insertLeads(db, { ...owner, ...by }, input);
  return admin;
}

/**
 * Locks a lead, so that no change of all leads can end. Returns a function that releases it. The
 * embedded database has one connection, which cannot wait for itself.
 */
async function lockLead({ pool }: Database): Promise<() => Promise<void>> {
  const connection = await pool.connect();
  await connection.query('begin; select from leads order by id limit 1 for update');
  return async () => {
    await connection.query('rollback');
    connection.release();
  };
}

/** Expects that the change was not applied to all leads. */
async function expectUnfinished({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ state: string; pending: number; changed: number }>(
    'select state, pending, changed from bulk_changes',
  );
  expect(rows).toMatchObject([{ state: 'applying' }]);
  expect(rows[0]?.pending).toBeGreaterThan(0);
  expect(rows[0]?.changed).toBeGreaterThan(0);
}

/** Expects that each lead has the note once, and one entry of its history says so. */
async function expectNotedOnce({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<object>(
    `select fields ->> 'notes' as notes, version, count(*)::integer as leads,
      (select count(*)::integer from changes where kind = 'changed') as entries
      from leads group by 1, 2`,
  );
  expect(rows).toEqual([{ notes: noted.note, version: 2, leads, entries: leads }]);
}

/** Returns the calls of a person for bulk changes to a service. */
async function caller(origin: Promise<string>, person: Person) {
  const http = httpCaller(await origin);
  return {
    close: () => http.close(),
    call: async (method: string, address: string, payload?: object) =>
      callAs<BulkChange>(http, person, [method, `/portal/bulk-changes${address}`], payload),
  };
}
