import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test, vi } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { insertLeads } from '#server/leads/new-leads.store.ts';
import {
  type DatabaseKind,
  databases,
  openTestDatabase,
} from '#server/testing/database/databases.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

const leads = 300;
// Separate processes are slow on a busy machine.
const timeout = 90_000;

test.each(databases)(
  'a change of 300 leads on %s is applied to each once, although a process that applies it is killed',
  { timeout },
  async (kind) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-killed-change-'));
    const { open, settings } = await databaseIn(kind, dataDir);
    const database = await open();
    await migrate(database.db);
    const admin = await makePerson(database.db, 'partner-admin');
    const owner = { partner_id: admin.partnerId, contact_id: admin.contactId };
    const by = { created_by: admin.accountId, created_via: 'api' } as const;
    const input = Array.from({ length: leads }, () => smallestLead);
    await insertLeads(database.db, { ...owner, ...by }, input);
    // Only one process at a time can open the folder of an embedded database.
    if (kind !== 'PostgreSQL') await database.close();

    const killed = startProcess(settings);
    const first = await caller(killed.origin, admin);
    const change = { kind: 'add-note', note: 'Call again.' };
    const body = { selection: { query: '' }, change };
    const { id } = await first.call('POST', '', body);
    const other = kind === 'PostgreSQL' ? startProcess(settings) : undefined;
    const second = other && (await caller(other.origin, admin));
    const applying = [first, second].map(async (one) => one?.call('POST', `/${id}/apply`));
    await Promise.all(applying);
    await vi.waitFor(
      async () => expect((await first.call('GET', `/${id}`)).outcomes.changed).toBeGreaterThan(0),
      { timeout, interval: 20 },
    );
    await killed.end('SIGKILL');
    first.close();

    const service = other ?? startProcess(settings);
    const last = second ?? (await caller(service.origin, admin));
    const after = await vi.waitFor(
      async () => {
        const read = await last.call('GET', `/${id}`);
        expect(read.state).toBe('applied');
        return read;
      },
      { timeout, interval: 50 },
    );
    expect(after.outcomes).toMatchObject({ pending: 0, changed: leads });
    last.close();
    await service.end('SIGTERM');

    const stored = kind === 'PostgreSQL' ? database : await open();
    const { rows } = await stored.pool.query<object>(
      `select fields ->> 'notes' as notes, version, count(*)::integer as leads,
        (select count(*)::integer from changes where kind = 'changed') as entries
        from leads group by 1, 2`,
    );
    expect(rows).toEqual([{ notes: 'Call again.', version: 2, leads, entries: leads }]);
    await stored.close();
    await rm(dataDir, { recursive: true });
  },
);

async function databaseIn(kind: DatabaseKind, dataDir: string) {
  if (kind !== 'PostgreSQL') {
    const open = async () => openDatabase(readConfig({ DEMO: '0', DATA_DIR: dataDir }));
    return { open, settings: { DATA_DIR: dataDir } };
  }
  const database = await openTestDatabase(kind);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.pool.options.connectionString ?? '',
    PORTAL_SECRET: 'a portal secret for tests, long enough',
  };
  return { open: async () => database, settings };
}

/** Returns the calls of a person for bulk changes to a service. */
async function caller(origin: Promise<string>, { session }: Person) {
  const http = httpCaller(await origin);
  return {
    close: () => http.close(),
    call: async (method: string, address: string, payload?: object): Promise<BulkChange> => {
      const response = await http.call({
        method,
        path: `/portal/bulk-changes${address}`,
        headers: { ...session, ...(payload && { 'content-type': 'application/json' }) },
        ...(payload && { body: JSON.stringify(payload) }),
      });
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
      return JSON.parse(response.body);
    },
  };
}
