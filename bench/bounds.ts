import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { feedLimits } from '#contract/operator/changes.ts';
import { type EndpointCall, endpointCalls } from '#server/testing/bounds/endpoint-calls.ts';
import { fillWithLargest } from '#server/testing/bounds/largest-records.ts';
import { type LargeRequest, largestRequests } from '#server/testing/bounds/largest-requests.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { openTestApp } from '#server/testing/test-app.ts';

import { machine } from './machine.ts';
import { startServices } from './services.ts';

/**
 * `npm run bench:bounds` sends the largest requests to every endpoint of the contract, and asks for
 * the largest responses. It prints for each how long it kept the main thread of the service to
 * itself at a stretch, and what went in and out, the slowest first. Exits with 1 if a stretch, or
 * an error response, is over its bar. Names of endpoints measure only those.
 */
const bars = { ms: 50, errorBytes: 64 * 1024 };
const shown = 40;
/** The query of the largest page, by the parameter that an endpoint has. */
const largestPages = { pageSize: '?pageSize=100', limit: `?limit=${feedLimits.maxEntries}` };
const maxRounds = 3;
const sentByAnybody = new Set(['one letter', 'lists']);

interface Row {
  readonly endpoint: string;
  readonly request: string;
  readonly status: number;
  readonly ms: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-bounds-'));
const services = await startServices();
try {
  process.exitCode = (await measureAll()).some(isOver) ? 1 : 0;
} finally {
  await services.stop();
  await rm(dataDir, { recursive: true });
}
// Not process.exitCode alone: the exit hook of the embedded PostgreSQL would exit with 0.
process.exit();

async function measureAll(): Promise<Row[]> {
  const settings = {
    DEMO: '0',
    DATA_DIR: dataDir,
    PORTAL_SECRET: 'not used: the secrets are those of tests',
  };
  const origin = await services.start('server/testing/bounds/watched-service.ts', settings);
  const http = httpCaller(origin);
  const service = await openTestApp({ ...settings, DATABASE_URL: services.database });
  const calls = await endpointCalls(service);
  console.log('Filling the database …');
  await fillWithLargest(service, calls, async (one, body) => sendJson(http, one, body));
  await service.close();
  const watched: Watched = { http, longestTurn: async () => longestTurn(origin) };
  const before = await watched.longestTurn();

  const names = process.argv.slice(2);
  const rows: Row[] = [];
  for (const one of calls) {
    if (names.length > 0 && !names.includes(one.endpoint.id)) continue;
    if (one.endpoint.method === 'GET') rows.push(await measureResponse(watched, one));
    for (const request of largestRequests(one)) {
      rows.push(await measure(watched, one, request));
      if (sentByAnybody.has(request.name))
        rows.push(
          await measure(
            watched,
            { ...one, credentials: {} },
            { ...request, name: `${request.name}, anonymous` },
          ),
        );
    }
  }
  const after = await watched.longestTurn();
  http.close();
  print(rows);
  console.log(
    `Resident memory: ${megabytes(before.memory.rss)} MB before, ${megabytes(after.memory.rss)} MB after`,
  );
  return rows;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function print(rows: readonly Row[]): void {
  console.log(`\n${machine()}\n${rows.length} kinds of requests; the ${shown} slowest:\n`);
  console.table(rows.toSorted((a, b) => b.ms - a.ms).slice(0, shown));
  console.log(`Over the bar of ${bars.ms} ms, or an error of over 64 KiB or a 5xx:`);
  console.table(rows.filter(isOver));
}

function isOver({ ms, status, bytesOut }: Row): boolean {
  return ms > bars.ms || status >= 500 || (status >= 400 && bytesOut > bars.errorBytes);
}

/** The service, and how long its main thread was kept since it was last asked. */
interface Watched {
  readonly http: HttpCaller;
  readonly longestTurn: () => Promise<{ ms: number; memory: NodeJS.MemoryUsage }>;
}

/**
 * Returns the shortest of a few rounds if the first took long: only some of them include other work
 * of the service.
 */
async function measure(
  { http, longestTurn: longest }: Watched,
  { endpoint, name, credentials }: EndpointCall,
  { name: request, path: address, headers, body }: LargeRequest,
): Promise<Row> {
  const samples: Row[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    if (samples.some(({ ms }) => ms < bars.ms / 2)) break;
    await longest();
    const sent = {
      method: endpoint.method,
      path: address,
      headers: { 'accept-encoding': 'br', ...headers, ...credentials },
      ...(body && { body }),
    };
    // The service may end the connection while the request is being sent.
    const response = await http.call(sent).catch(() => undefined);
    const { ms } = await longest();
    samples.push({
      endpoint: name,
      request,
      status: response?.statusCode ?? 0,
      ms: Math.round(ms),
      bytesIn: body?.length ?? address.length,
      bytesOut: response ? Number(response.headers['content-length'] ?? response.body.length) : 0,
    });
  }
  return samples.reduce((least, one) => (one.ms < least.ms ? one : least));
}

/** Measures the largest page of a list, or a record. */
async function measureResponse(watched: Watched, call: EndpointCall): Promise<Row> {
  // The specified interface ignores unknown parameters, so only those of the endpoint are sent.
  const known = Object.keys(call.endpoint.query?.shape ?? {});
  const query = Object.entries(largestPages).find(([name]) => known.includes(name))?.[1] ?? '';
  const request = { name: `response ${query}`, path: `${call.path}${query}`, headers: {} };
  return measure(watched, call, request);
}

async function sendJson(
  http: HttpCaller,
  { endpoint, path: address, credentials }: EndpointCall,
  body: object,
): Promise<number> {
  const headers = { ...credentials, 'content-type': 'application/json' };
  const request = { method: endpoint.method, path: address, headers, body: JSON.stringify(body) };
  return (await http.call(request)).statusCode;
}

async function longestTurn(origin: string): ReturnType<Watched['longestTurn']> {
  return (await fetch(`${origin}/longest-turn`)).json() as ReturnType<Watched['longestTurn']>;
}
