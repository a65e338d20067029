import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openPool } from '#server/db/connect.ts';
import {
  type DatabaseKind,
  databases,
  openTestDatabase,
  openTestFolder,
} from '#server/testing/database/databases.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { killAt, whenReached } from '#server/testing/kill-at.ts';
import {
  leadBody,
  type LeadLoad,
  listReferences,
  submitLead,
  submitLeads,
} from '#server/testing/leads/lead-load.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';

describe.each(databases)('a process on %s', (kind) => {
  let dataDir: string;
  let place: Place;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stop-'));
    place = await prepare(kind, dataDir);
  });
  afterAll(async () => {
    await place.release();
    await rm(dataDir, { recursive: true });
  });

  test('asked to end under load, finishes and keeps what it has started, and ends', async () => {
    const service = startProcess(place.settings);
    const origin = await service.origin;
    const load = submitLeads(origin, place.person, 'asked');
    await load.reached(100);
    const started = await beginLead(origin, place.person);

    const ended = service.end('SIGTERM');
    await rejection(origin);
    const response = await finishLead(started, 'started');
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
    expect(await ended).toEqual({ code: 0, stderr: '' });

    await load.done;
    expect(failuresOf(load)).toEqual([]);
    const again = startProcess(place.settings);
    const { lost, references } = await sendAgain(await again.origin, place.person, load);
    await again.end('SIGTERM');
    expect(lost).toEqual([]);
    expect(references).toEqual([...load.responses.keys(), 'started'].toSorted());
  });

  test('killed under load, it has stored every lead it acknowledged; sending the others again creates no duplicate', async () => {
    let load: LeadLoad;
    await killAt(
      {
        start: () => startProcess(place.settings),
        at: [whenReached(async () => load.reached(100))],
      },
      async (origin) => {
        load = submitLeads(origin, place.person, 'killed');
        await load.done;
      },
      async (origin, logged) => {
        expect(logged).toBe('');
        expect(failuresOf(load)).toEqual([]);
        const { lost, references } = await sendAgain(origin, place.person, load);
        expect(lost).toEqual([]);
        expect(references.filter((one) => one.startsWith('killed'))).toEqual(
          [...load.responses.keys()].toSorted(),
        );
      },
    );
  });
});

test.concurrent('who never finishes sending or reading does not keep a process from ending', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stop-'));
  const place = await prepare('PostgreSQL', dataDir);
  const service = startProcess(place.settings);
  const origin = await service.origin;
  const started = await beginLead(origin, place.person);
  const pool = openPool({ connectionString: place.settings['DATABASE_URL'] });
  const download = await beginDownload(origin, place.person, pool);
  const [ending] = await Promise.all([
    service.end('SIGTERM'),
    expect(once(started, 'response')).rejects.toThrow('socket hang up'),
  ]);
  expect(ending).toEqual({ code: 0, stderr: '' });
  // What was taken is recorded.
  const { rows } = await pool.query('select sent > 0 as is_recorded, ended_at from exports');
  expect(rows).toEqual([{ is_recorded: true, ended_at: null }]);
  download.destroy();
  await pool.end();
  await place.release();
  await rm(dataDir, { recursive: true });
});

test.concurrent('a data folder that is in use is rejected to a second process, and the first goes on', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stop-'));
  const first = startProcess({ DATA_DIR: dataDir });
  const http = httpCaller(await first.origin);
  expect(await startProcess({ DATA_DIR: dataDir }).ended).toEqual({
    code: 1,
    stderr: `${dataDir} is in use by another running portal. Stop that one first, or set DATA_DIR to another folder: two would overwrite each other's data.\n`,
  });
  const response = await http.call({ method: 'GET', path: '/portal/sign-in' });
  expect(response.statusCode).toBe(200);
  http.close();
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });
  await rm(dataDir, { recursive: true });
});

/** What processes work with: their settings, and a person who may submit leads. */
interface Place {
  readonly settings: Record<string, string>;
  readonly person: Person;
  readonly release: () => Promise<void>;
}

async function prepare(kind: DatabaseKind, dataDir: string): Promise<Place> {
  const isEmbedded = kind !== 'PostgreSQL';
  const database = isEmbedded ? await openTestFolder(dataDir) : await openTestDatabase(kind);
  const person = await makePerson(database.db, 'broker');
  if (!isEmbedded) {
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.pool.options.connectionString ?? '',
      PORTAL_SECRET: 'a portal secret for tests, long enough',
    };
    return { settings, person, release: async () => database.close() };
  }
  // Only one process at a time can open the folder.
  await database.close();
  return { settings: { DATA_DIR: dataDir }, person, release: async () => {} };
}

/**
 * Sends the headers of a request and waits until the service is handling it. The body is not sent
 * yet.
 */
async function beginLead(origin: string, person: Person): Promise<ClientRequest> {
  const started = request(`${origin}/api/v1/lead`, {
    method: 'POST',
    agent: false,
    headers: {
      ...person.bearer,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(leadBody('started')),
      expect: '100-continue',
    },
  });
  started.flushHeaders();
  await once(started, 'continue');
  return started;
}

/** Downloads leads, more than a connection holds back, and reads none. */
async function beginDownload(
  origin: string,
  { accountId, contactId, partnerId, session: headers }: Person,
  pool: Pool,
): Promise<IncomingMessage> {
  await pool.query(
    `insert into leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search)
    select n::text, $1, $2, 'New', 'Received', $3, $3, jsonb_build_object('notes', repeat('Rang. ', 1500)), ''
    from generate_series(1, 1500) as n`,
    [partnerId, contactId, accountId],
  );
  const http = httpCaller(origin);
  const prepared = await http.call({
    method: 'POST',
    path: '/portal/exports',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'leads', query: '' }),
  });
  http.close();
  const { id } = JSON.parse(prepared.body) as { id: string };
  const started = request(`${origin}/portal/exports/${id}/file`, { agent: false, headers }).end();
  const [response] = (await once(started, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  return response.on('error', () => {});
}

async function finishLead(started: ClientRequest, reference: string): Promise<IncomingMessage> {
  started.end(leadBody(reference));
  const [response] = (await once(started, 'response')) as [IncomingMessage];
  return response.resume();
}

/** Waits until the service accepts no more connections. */
async function rejection(origin: string): Promise<void> {
  const { port, hostname } = new URL(origin);
  for (let isOpen = true; isOpen;) {
    const socket = connect(Number(port), hostname);
    isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
  }
}

/** Returns the responses other than 200. A connection that broke first is not a failure. */
function failuresOf({ responses }: LeadLoad): string[] {
  return [...responses.values()].flatMap((response) =>
    response && response.statusCode !== 200 ? [`${response.statusCode} ${response.body}`] : [],
  );
}

/**
 * Returns the acknowledged leads that the service has lost, and all that it has once those without
 * a response are sent again.
 */
async function sendAgain(origin: string, person: Person, { responses }: LeadLoad) {
  const http = httpCaller(origin);
  const stored = new Set(await listReferences(http, person));
  const lost: string[] = [];
  for (const [reference, response] of responses) {
    if (response === null) await submitLead(http, person, reference);
    else if (!stored.has(reference)) lost.push(reference);
  }
  const references = (await listReferences(http, person)).toSorted();
  http.close();
  return { lost, references };
}
