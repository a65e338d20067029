import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import papaparse from 'papaparse';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import { readConfig } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import {
  type DatabaseKind,
  databases,
  openTestDatabase,
  openTestFolder,
} from '#server/testing/database/databases.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { writeLeads } from '#server/testing/leads/lead-writers.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

const client = path.join(import.meta.dirname, '..', '..', 'docs', 'examples', 'mirror-leads.ts');
const writers = 8;
const kills = 3;
const operations = isLongRun ? 400 : 12;

// Browser tests kill the service on the embedded database.
test.each(isLongRun ? databases : (['PostgreSQL'] as const))(
  'leads of 8 writers on %s are mirrored once each, however often the mirror and the service are killed',
  // Separate processes are slow on a busy machine.
  { timeout: isLongRun ? 900_000 : 240_000 },
  async (kind) => {
    const place = await prepare(kind);
    const file = path.join(place.folder, 'leads.csv');
    let service = startProcess(place.settings);
    const origin = await service.origin;
    const settings = { ...place.settings, PORT: new URL(origin).port };
    const startMirror = () =>
      spawn(process.execPath, [client, origin, file], {
        env: { OPERATOR_KEY: place.key },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
    let mirror = startMirror();
    const http = httpCaller(origin);
    onTestFinished(async () => {
      http.close();
      mirror.kill('SIGKILL');
      await service.end('SIGKILL');
    });

    let written = 0;
    const onWritten = () => (written += 1);
    const writing = Promise.all(
      place.people.map(async (person) => writeLeads(http, person, { operations, onWritten })),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      const half = (writers * operations) / (2 * kills + 1);
      await reached(() => written > (2 * kill - 1) * half && existsSync(file));
      await killed(mirror);
      mirror = startMirror();
      await reached(() => written > 2 * kill * half);
      // Starting on the embedded database takes seconds.
      if (kind !== 'PostgreSQL' && kill !== kills && !isLongRun) continue;
      await service.end('SIGKILL');
      service = startProcess(settings);
      await service.origin;
    }
    await writing;

    const entries = await readAll(origin, place.key);
    expect(entries.map(({ position }) => Number(position.split('-')[0]))).toEqual(
      entries.map((_, index) => index + 1),
    );
    const last = entries.at(-1)?.position ?? '';
    await reached(async () => (await readFile(file, 'utf8')).includes(last));
    await killed(mirror);
    await service.end('SIGTERM');

    const { leads, changes } = await place.stored();
    expect(mirroredIn(await readFile(file, 'utf8'))).toEqual(leads);
    expect(entries.map(identityOf).toSorted()).toEqual(changes.toSorted());
    for (const id of Object.keys(leads))
      expect(entries.filter(({ recordId }) => recordId === id).map(identityOf)).toEqual(
        changes.filter((identity) => identity.startsWith(id)),
      );
  },
);

const identityOf = ({ recordId, kind, values }: FeedEntry): string =>
  `${recordId} ${kind} ${String(values['attachmentId'] ?? values['notes'])}`;

async function reached(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { interval: 5, timeout: 300_000 });
}

async function killed(mirror: ChildProcess): Promise<void> {
  mirror.kill('SIGKILL');
  await once(mirror, 'exit');
}

async function readAll(origin: string, key: string): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.position ?? '0';
    const response = await fetch(`${origin}/operator/v1/changes?after=${after}&limit=100`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const part = (await response.json()) as FeedEntry[];
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

/** Returns the cells with a value of each lead in the file. */
function mirroredIn(text: string): Record<string, Record<string, string>> {
  const { data, errors } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  const ids = data.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const ofMirror = new Set(['id', 'position', 'changedAt']);
  const cellsOf = (row: Record<string, string>) =>
    Object.entries(row).filter(([column, cell]) => cell !== '' && !ofMirror.has(column));
  return Object.fromEntries(data.map((row) => [row['id'], Object.fromEntries(cellsOf(row))]));
}

/** Prepares a database with the people who write and a key of the operator. */
async function prepare(kind: DatabaseKind) {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-mirror-'));
  const server = kind === 'PostgreSQL' ? await openTestDatabase(kind) : undefined;
  const settings = {
    DATA_DIR: folder,
    PORTAL_SECRET: 'a portal secret for tests, long enough',
    ...(server && { DATABASE_URL: server.pool.options.connectionString ?? '' }),
  };
  // Only one process at a time can open the folder of an embedded database.
  const use = async <T>(
    work: (database: Database) => Promise<T>,
    open = async () => openDatabase(readConfig({ DEMO: '0', DATA_DIR: folder })),
  ): Promise<T> => {
    if (server) return work(server);
    const database = await open();
    return work(database).finally(async () => database.close());
  };
  onTestFinished(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });
  const { people, key } = await use(
    async ({ db }) => {
      const some = Array.from({ length: writers }, async () => makePerson(db, 'broker'));
      return { people: await Promise.all(some), key: await makeOperatorKey(db) };
    },
    async () => openTestFolder(folder),
  );
  return { folder, settings, people, key, stored: async () => use(storedIn) };
}

/** Returns the cells that the mirror should have of each lead, and the changes in order. */
async function storedIn({ pool }: Database) {
  const leads = await pool.query<{ id: string; cells: Record<string, string> }>(`
    select id, (select jsonb_object_agg(name, value) from jsonb_each_text(
        lead_values(fields, operator_fields, status, sub_status, contact_id, converted_deal_id, calls_made, last_call_at)
        || jsonb_strip_nulls(jsonb_build_object('brokerId', partner_id, 'attachments', attached))) as cell(name, value)) as cells
      from leads left join (
        select lead_id, string_agg(changes.current ->> 'attachmentId', ' ' order by changes.id) as attached
        from attachments join changes on kind = 'attached' and current ->> 'attachmentId' = attachments.id group by lead_id) as files
      on lead_id = leads.id`);
  const changes = await pool.query<{ identity: string }>(`
    select concat_ws(' ', record_id, kind, coalesce(current ->> 'attachmentId', current ->> 'notes',
      case when current ? 'notes' then 'null' else 'undefined' end)) as identity from changes order by id`);
  return {
    leads: Object.fromEntries(leads.rows.map(({ id, cells }) => [id, cells])),
    changes: changes.rows.map(({ identity }) => identity),
  };
}
