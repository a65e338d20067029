import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';

import { addOperatorKey } from './cli/operator-key-commands.ts';
import { openTestDatabase } from './testing/database/databases.ts';
import { type HttpResponse, httpCaller } from './testing/http-calls.ts';
import { makePerson, testPassword } from './testing/people.ts';
import { type ServiceProcess, startProcess } from './testing/service-process.ts';
import { smallestLead } from './testing/smallest-lead.ts';
import { multipart, uploadParts } from './testing/upload-form.ts';

/** A module that puts the clock of the process that imports it ten days forward. */
const tenDaysAhead = `globalThis.Date = class extends Date {
  static now() { return super.now() + 10 * 24 * 3_600_000; }
  constructor(...values) { super(...(values.length > 0 ? values : [new.target.now()])); }
};`;

/** Sends a request, with a body of JSON unless the headers say what it is. */
type Call = (
  method: string,
  address: string,
  headers?: Readonly<Record<string, string>>,
  body?: object,
) => Promise<HttpResponse>;
let folder: string;
const processes: ServiceProcess[] = [];
let ahead: Call;
let right: Call;
const database = started(async () => openTestDatabase('PostgreSQL'));
const admin = started(async () => makePerson(database.db, 'partner-admin'));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-clocks-'));
  await mkdir(path.join(folder, 'files', 'incoming'), { recursive: true });
  await writeFile(path.join(folder, 'files', 'incoming', 'arriving'), 'half of its bytes');
  const module = `data:text/javascript,${encodeURIComponent(tenDaysAhead)}`;
  [ahead, right] = await Promise.all([start({ NODE_OPTIONS: `--import=${module}` }), start({})]);
});
afterAll(async () => {
  await Promise.all(processes.map(async (service) => service.end('SIGTERM')));
  await rm(folder, { recursive: true });
});

async function start(settings: Readonly<Record<string, string>>): Promise<Call> {
  const service = startProcess({
    DATA_DIR: folder,
    DATABASE_URL: database.pool.options.connectionString ?? '',
    PORTAL_SECRET: 'a portal secret for tests, long enough',
    ...settings,
  });
  processes.push(service);
  const http = httpCaller(await service.origin);
  return async (method, address, headers = {}, body) =>
    http.call({
      method,
      path: address,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
}

/** Sends a request that must succeed, and returns what the response has. */
async function read<Body>(response: Promise<HttpResponse>): Promise<Body> {
  const { statusCode, body } = await response;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
  return JSON.parse(body || 'null');
}

/** Returns how many hours a time of a response is off the database’s clock, rounded. */
async function hoursOff(time: string | undefined): Promise<number> {
  const { rows } = await database.pool.query<{ hours: number }>(
    'select round(extract(epoch from $1::timestamptz - now()) / 3600)::integer as hours',
    [time],
  );
  return rows[0]!.hours;
}

const newLead = async () =>
  read<{ id: string }>(right('POST', '/api/v1/lead', admin.bearer, { fields: smallestLead }));

test('whoever signs in at one process goes on at another, with its access tokens', async () => {
  for (const [one, other] of [
    [ahead, right],
    [right, ahead],
  ] as const) {
    const password = { email: admin.email, password: testPassword };
    const { headers } = await one('POST', '/portal/session', {}, password);
    const cookie = headers['set-cookie']?.map((text) => text.split(';')[0]).join('; ') ?? '';
    const session = await other('POST', '/portal/access-token', { cookie });
    expect([session.statusCode, await hoursOff(session.headers.date)]).toEqual([200, 0]);
    const { accessToken, expiresAt } = JSON.parse(session.body);
    expect(await hoursOff(expiresAt)).toBe(0);
    const list = await one('GET', '/api/v1/lead', { authorization: `Bearer ${accessToken}` });
    expect(list.statusCode).toBe(200);
  }
});

test('wrong passwords slow down equally', async () => {
  const wrong = { email: 'nobody@people.test', password: 'not the password' };
  for (const one of [ahead, right, ahead, right, ahead])
    expect((await one('POST', '/portal/session', {}, wrong)).statusCode).toBe(401);
  const { rows } = await database.pool.query<{ hours: number }>(
    'select round(extract(epoch from next_at - now()) / 3600)::integer as hours from failed_attempts where next_at > to_timestamp(0)',
  );
  expect(rows).toEqual([{ hours: 0 }]);
  await database.pool.query("update failed_attempts set next_at = now() + interval '5 minutes'");
  for (const one of [ahead, right]) {
    const { statusCode, headers } = await one('POST', '/portal/session', {}, wrong);
    expect([statusCode, Math.ceil(Number(headers['retry-after']) / 600)]).toEqual([429, 1]);
  }
});

test('a file that has just been sent can be withdrawn, and one that arrives is not cleared up', async () => {
  const { id } = await newLead();
  const { payload, contentType } = await multipart(
    uploadParts(id, { 'a.csv': Buffer.from('a,b\n1,2\n') }),
  );
  const headers = { ...admin.bearer, 'content-type': contentType };
  const sent = await read<{ id: string }>(right('POST', '/api/v1/attachment', headers, payload));
  const address = `/portal/leads/${id}/attachments`;
  const [listed] = await read<{ fields: object }[]>(ahead('GET', address, admin.session));
  expect(listed?.fields).toMatchObject({ withdrawableUntil: expect.any(String) });
  await read(ahead('DELETE', `/portal/attachments/${sent.id}`, admin.session));
  expect(await readdir(path.join(folder, 'files', 'incoming'))).toEqual(['arriving']);
});

test('a bulk change that has just been made can be undone', async () => {
  await newLead();
  const body = { selection: { query: '' }, change: { kind: 'add-note', note: 'Call again.' } };
  const changes = '/portal/bulk-changes';
  const preview = right('POST', `${changes}/preview`, admin.session, body);
  const { previewedAt } = await read<{ previewedAt: string }>(preview);
  const made = right('POST', changes, admin.session, { ...body, previewedAt });
  const { id, changed } = await read<{ id: string; changed: number }>(made);
  expect(changed).toBeGreaterThan(0);
  await read(ahead('POST', `${changes}/${id}/undo`, admin.session));
});

test('an export can be downloaded', async () => {
  const body = { list: 'leads', query: '' };
  const { id } = await read<{ id: string }>(right('POST', '/portal/exports', admin.session, body));
  const { statusCode } = await ahead('GET', `/portal/exports/${id}/file`, admin.session);
  expect(statusCode).toBe(200);
});

test('a call without a time was made now, and the home page begins a week ago', async () => {
  const { id } = await newLead();
  const key = { authorization: `Bearer ${await addOperatorKey(database.db, 'Bank')}` };
  const address = `/operator/v1/leads/${id}/calls`;
  await read(ahead('POST', address, key, {}));
  const { rows } = await database.pool.query<{ at: Date }>(
    'select max(last_call_at) as at from leads',
  );
  expect(await hoursOff(rows[0]!.at.toISOString())).toBe(0);
  const { changed } = await read<{ changed: { since: string } }>(
    ahead('GET', '/portal/home', admin.session),
  );
  expect(await hoursOff(changed.since)).toBe(-7 * 24);
});
