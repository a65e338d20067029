import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '#server/db/connect.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';

import { seedDemo } from './seed-demo.ts';

let database: Database;
let folder: string;
const now = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase('PostgreSQL');
  folder = await mkdtemp(path.join(tmpdir(), 'portal-demo-'));
  await seedDemo(database.db, folderStore(folder), now);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const changes = async () =>
  database.db.selectFrom('changes').selectAll().orderBy('record_id').orderBy('id').execute();

test('applying a record’s history from its first entry gives the record', async () => {
  const { rows: records } = await sql<{ id: string; values: Record<string, unknown> }>`
    select id, lead_values(fields, operator_fields, status, sub_status, contact_id, converted_deal_id, calls_made, last_call_at) as values
    from leads
    union all
    select id, deal_values(name, amount, operator_fields, status, sub_status, contact_id, calls_made, last_call_at) from deals`.execute(
    database.db,
  );
  const states = new Map<string, Record<string, unknown>>();
  for (const { record_id: id, kind, current } of await changes())
    if (kind !== 'attached') states.set(id, { ...states.get(id), ...current });
  expect(states.size).toBe(402);
  for (const { id, values } of records) {
    const state = Object.entries(states.get(id) ?? {}).filter(([, value]) => value !== null);
    expect(Object.fromEntries(state)).toEqual(values);
  }
});

test('each record’s history is in the order of its times, since its creation and before now', async () => {
  const all = await changes();
  for (const [index, change] of all.entries()) {
    const former = all[index - 1];
    const isFirst = former?.record_id !== change.record_id;
    expect(change.kind === 'created').toBe(isFirst);
    const earliest = isFirst ? 0 : former.at.getTime();
    expect(change.at.getTime()).toBeGreaterThanOrEqual(earliest);
    expect(change.at.getTime()).toBeLessThan(now.getTime());
  }
});

test('a deal’s status stands since its last change, and a replaced one since the change before', async () => {
  const deals = await database.db.selectFrom('deals').selectAll().execute();
  const all = await changes();
  for (const deal of deals) {
    let since = deal.created_at;
    for (const change of all.filter(({ record_id: id }) => id === deal.id)) {
      if (change.former['status'] === undefined) continue;
      expect(change.former_status_since).toEqual(since);
      since = change.at;
    }
    expect(deal.status_since).toEqual(since);
  }
});

test('enough deals have passed the first stages for a partner’s usual times', async () => {
  const passed = (await changes()).filter(({ record_type: type }) => type === 'deal');
  for (const status of ['Application Received', 'In Progress', 'Approved', 'Contract Draft'])
    expect(passed.filter(({ former }) => former['status'] === status).length).toBeGreaterThan(20);
});

test('there are edits, calls, files and conversions to look at', async () => {
  const all = await changes();
  const count = (isOne: (change: (typeof all)[number]) => boolean) => all.filter(isOne).length;
  expect(count(({ kind }) => kind === 'call')).toBeGreaterThan(200);
  expect(count(({ kind }) => kind === 'attached')).toBe(24);
  expect(count(({ via, kind }) => via === 'portal' && kind === 'changed')).toBeGreaterThan(40);
  expect(count(({ current }) => typeof current['convertedDealId'] === 'string')).toBe(61);
});
