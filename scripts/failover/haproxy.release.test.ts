import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findPorts } from '#e2e/free-ports.ts';
import { deployedFile } from '#e2e/reference/deployed-files.ts';
import { findProgram, listening, type Program, startProgram } from '#e2e/reference/programs.ts';

import { until } from './database-nodes.ts';

let folder: string;
let proxy: Program;
let origin: string;
let received = 0;

/** A process of the portal that is ready, and ends the connection of every other request. */
const portal = createServer((request, response) => {
  if (request.url === '/readyz') return response.end();
  received += 1;
  return request.socket.destroy();
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-haproxy-'));
  const names = Object.keys(parseEnv(await deployedFile('settings.env', {})));
  const ports = await findPorts(names.length);
  const free = Object.fromEntries(names.map((name, at) => [name, ports[at] ?? 0]));
  // Nothing listens at the ports of the other two.
  portal.listen(free['PORTAL_1_PORT'], '127.0.0.1');
  for (const name of ['haproxy.cfg', 'unavailable.http'])
    await writeFile(join(folder, name), await deployedFile(name, { ...free, FOLDER: folder }));
  const args = ['-db', '-f', join(folder, 'haproxy.cfg')];
  proxy = startProgram(findProgram('haproxy', 'haproxy'), args, { user: {} });
  await listening(Number(free['PUBLIC_PORT']), proxy);
  origin = `http://127.0.0.1:${free['PUBLIC_PORT']}`;
  // The other two are known to be down.
  await until('HAProxy', async () => proxy.output().match(/is DOWN/g)?.length === 2 * 2);
});

afterAll(async () => {
  await proxy.end('SIGTERM');
  portal.close();
  await rm(folder, { recursive: true });
});

async function send(method: string, headers: Record<string, string> = {}) {
  received = 0;
  const response = await fetch(`${origin}/api/v1/lead`, { method, headers });
  const { code } = (await response.json()) as { code: string };
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, code, retryAfter, wasSentAgain: received > 1 };
}

test('a write without a key that may have been carried out is not to be sent again', async () => {
  const once = { status: 502, code: 'internal-error', retryAfter: null, wasSentAgain: false };
  expect(await send('POST')).toEqual(once);
  expect(await send('PATCH')).toEqual(once);
});

test('a read, and a write with a key, is sent again, and then to be sent again later', async () => {
  const again = { status: 503, code: 'service-busy', retryAfter: '2', wasSentAgain: true };
  expect(await send('GET')).toEqual(again);
  expect(await send('POST', { 'idempotency-key': 'one' })).toEqual(again);
});
