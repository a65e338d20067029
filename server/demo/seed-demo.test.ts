import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { leadCreate, leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { dealSubStatuses } from '#contract/v1/values.ts';
import type { Database } from '#server/db/connect.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { started, testDatabase } from '#server/testing/access/with-people.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { seedDemo, seedDemoAccounts } from './seed-demo.ts';

let folder: string;
const now = new Date('2026-11-21T09:00:00Z');
const database = started(async () => openTestDatabase('PostgreSQL'));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-demo-'));
  await seedDemo(database.db, folderStore(folder, testSecrets.fileKeys), now);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const leads = async () =>
  database.db.selectFrom('leads').selectAll().orderBy('created_at', 'desc').execute();
const deals = async () => database.db.selectFrom('deals').selectAll().execute();
const ofPartner = async (name: string) =>
  (
    await database.db
      .selectFrom('partners')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;

test('each partner has its leads and deals, the first one three contacts', async () => {
  const [harbour, summit] = [await ofPartner('Harbour Finance'), await ofPartner('Summit Capital')];
  const sizes = async (id: string) => [
    (await leads()).filter((lead) => lead.partner_id === id).length,
    (await deals()).filter((deal) => deal.partner_id === id).length,
    new Set((await leads()).filter((lead) => lead.partner_id === id).map((lead) => lead.contact_id))
      .size,
  ];
  expect(await sizes(harbour)).toEqual([91, 41, 3]);
  expect(await sizes(summit)).toEqual([43, 21, 2]);
});

test('every status value of leads and every sub-status of deals is there', async () => {
  const all = await leads();
  expect(new Set(all.map((lead) => lead.status))).toEqual(new Set(leadStatuses));
  expect(new Set(all.map((lead) => lead.sub_status))).toEqual(new Set(leadStatuses));
  const pairs = Object.entries(dealSubStatuses).flatMap(([status, subs]) =>
    subs.map((sub) => `${status}/${sub}`),
  );
  expect(new Set((await deals()).map((deal) => `${deal.status}/${deal.sub_status}`))).toEqual(
    new Set(pairs),
  );
});

test('converted leads have their deal: of the same contact, client and reference, and younger', async () => {
  const converted = (await leads()).filter((lead) => lead.status === 'Converted');
  expect(converted).toHaveLength(47);
  expect((await leads()).filter((lead) => lead.converted_deal_id)).toHaveLength(47);
  const byId = new Map((await deals()).map((deal) => [deal.id, deal]));
  for (const lead of converted) {
    const deal = byId.get(lead.converted_deal_id ?? '');
    expect(deal?.contact_id).toBe(lead.contact_id);
    expect(deal?.operator_fields).toMatchObject({ customer: { name: lead.fields['companyName'] } });
    expect(deal?.operator_fields['partnerLeadReferenceId']).toBe(
      lead.fields['partnerLeadReferenceId'],
    );
    expect(deal?.created_at.getTime()).toBeGreaterThan(lead.created_at.getTime());
  }
});

test('business numbers of every country fit their check digits; there are empty and full records', async () => {
  const all = (await leads()).map((lead) => lead.fields);
  for (const name of businessNumberNames) {
    const numbers = all.flatMap((fields) =>
      typeof fields[name] === 'string' ? [fields[name]] : [],
    );
    expect(numbers.length, name).toBeGreaterThan(5);
    for (const number of numbers)
      expect(businessNumbers[name].check(number), `${name} ${number}`).toEqual({ ok: true });
  }
  const sizes = all.map((fields) => Object.keys(fields).length);
  const required = leadFieldNames.filter((name) => leadFields[name].required).length;
  expect(Math.min(...sizes)).toBe(required);
  expect(Math.max(...sizes)).toBeGreaterThan(30);
});

test('every lead could have been sent by the form, but for cents', async () => {
  for (const { fields } of await leads()) {
    const whole = {
      ...fields,
      ...('amountRequested' in fields && {
        amountRequested: Math.floor(Number(fields['amountRequested'])),
      }),
    };
    const result = leadCreate.safeParse({ fields: whole });
    expect(result.error?.issues ?? []).toEqual([]);
  }
});

test('nothing lies in the future, and something is of today', async () => {
  const times = (await leads()).flatMap((lead) => [
    lead.created_at,
    lead.updated_at,
    lead.status_since,
  ]);
  expect(Math.max(...times.map(Number))).toBeLessThan(now.getTime());
  expect(now.getTime() - Math.max(...times.map(Number))).toBeLessThan(60 * 60 * 1000);
});

test('but for ids it is the same every time, and seeding again changes nothing', async () => {
  const before = [await leads(), await deals()];
  await seedDemo(database.db, folderStore(folder, testSecrets.fileKeys), now);
  expect([await leads(), await deals()]).toEqual(before);
  const other = await testDatabase();
  const otherFolder = await mkdtemp(path.join(tmpdir(), 'portal-demo-'));
  await seedDemo(other.db, folderStore(otherFolder, testSecrets.fileKeys), now);
  const shown = async ({ db }: Database) => {
    const { rows } = await sql`
      select fields::text, '' as name, search, status, sub_status, status_since, calls_made, last_call_at, created_at, updated_at,
        version from leads
      union all
      select '', name, search, status, sub_status, status_since, calls_made, last_call_at, created_at, updated_at,
        version from deals order by created_at, name`.execute(db);
    return rows;
  };
  expect(await shown(other)).toEqual(await shown(database));
  await rm(otherFolder, { recursive: true });
});

test('where records live elsewhere, only the accounts are there, the same ones', async () => {
  const other = await testDatabase();
  await seedDemoAccounts(other.db);
  await seedDemoAccounts(other.db);
  const emails = async ({ db }: Database) =>
    db.selectFrom('accounts').select(['email', 'role']).orderBy('email').execute();
  expect(await emails(other)).toEqual(await emails(database));
  for (const table of ['leads', 'deals', 'attachments'] as const)
    expect(await other.db.selectFrom(table).selectAll().execute()).toEqual([]);
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
    if (kind !== 'attached' && kind !== 'request')
      states.set(id, { ...states.get(id), ...current });
  expect(states.size).toBe(196);
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
  const all = await changes();
  for (const deal of await deals()) {
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
  const harbour = await ofPartner('Harbour Finance');
  const passed = (await changes()).filter(
    ({ record_type: type, partner_id: partner }) => type === 'deal' && partner === harbour,
  );
  for (const status of ['Application Received', 'In Progress', 'Approved', 'Contract Draft'])
    expect(
      passed.filter(({ former }) => former['status'] === status).length,
    ).toBeGreaterThanOrEqual(10);
});

test('there are edits, calls, files and conversions to look at', async () => {
  const all = await changes();
  const count = (isOne: (change: (typeof all)[number]) => boolean) => all.filter(isOne).length;
  expect(count(({ kind }) => kind === 'call')).toBeGreaterThan(200);
  expect(count(({ kind }) => kind === 'attached')).toBe(32);
  expect(count(({ kind }) => kind === 'request')).toBe(20);
  const requests = await database.db.selectFrom('requests').select(['state', 'due_on']).execute();
  expect(new Set(requests.map(({ state }) => state))).toEqual(
    new Set(['open', 'returned', 'sent', 'done']),
  );
  const today = now.toISOString().slice(0, 10);
  expect(
    requests.filter(({ state, due_on }) => state === 'open' && (due_on ?? '9') < today).length,
  ).toBe(2);
  expect(count(({ via, kind }) => via === 'portal' && kind === 'changed')).toBeGreaterThan(20);
  expect(count(({ current }) => typeof current['convertedDealId'] === 'string')).toBe(47);
});
