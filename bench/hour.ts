import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import {
  addOperator,
  fillWithDeals,
  fillWithLeads,
  makePeople,
} from '#server/testing/filled-database.ts';
import { httpCaller } from '#server/testing/http-calls.ts';

import { type Figure, quantile } from './figure.ts';
import { makeActivities, type Outcome, repeatUntil } from './hour/traffic.ts';
import { conclude } from './report.ts';
import { buildPortals, startServices } from './services.ts';
import { residentMegabytes } from './tab-memory.ts';

/**
 * `npm run bench:hour`: an hour of mixed traffic on one process and PostgreSQL with 100,000 leads,
 * `MINUTES=5` for a shorter one. Prints the service's memory, open files and connections, and the
 * dead rows of the tables, in the second and the last third. Exits with 1 if one grows,
 * or a request failed.
 */
const minutes = Number(process.env['MINUTES'] ?? 60);
const sampleMs = 5_000;
const leads = 100_000;
const openStreams = 50;
const limits = { memoryMegabytes: 40, descriptors: 10, deadShare: 0.1, errors: 0 };

interface Sample {
  readonly memory: number;
  readonly descriptors: number;
  readonly connections: number;
  /** Dead rows ÷ all rows, of tables with over 1,000. */
  readonly deadShare: number;
  readonly megabytes: number;
  readonly rows: number;
}

const sizes = `
  select (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
    (select coalesce(max(n_dead_tup::real / (n_live_tup + n_dead_tup)), 0) from pg_stat_user_tables
      where n_live_tup > 1000) as "deadShare",
    pg_database_size(current_database()) / 1e6 as megabytes,
    (select sum(n_live_tup)::integer from pg_stat_user_tables) as rows`;

const portal = '.cache/bench/hour';
buildPortals(portal);
const services = await startServices();
const figures: Figure[] = [];
try {
  const { database, serve, pidOf } = services;
  const admin = await fillWithLeads(database, leads);
  const support = await fillWithDeals(database, admin, 10_000);
  const brokers = await makePeople(database, 20, admin.partnerId);
  const operatorKey = await addOperator(database);
  const origin = await serve(portal);
  const http = httpCaller(origin);
  const end = Date.now() + minutes * 60_000;
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  const streaming = Array.from({ length: openStreams }, async (_, at) =>
    keepStream(origin, brokers[at % brokers.length]!.session, end),
  );
  const sampling = sampleUntil(end, pidOf(origin), pool);
  const outcomes = await repeatUntil(
    end,
    makeActivities(http, { admin, brokers, support, operatorKey }),
  );
  const samples = await sampling;
  await Promise.all(streaming);
  http.close();
  await pool.end();
  print(outcomes);
  figures.push(...present(samples, outcomes));
} finally {
  await services.stop();
}
conclude(figures);

/** Keeps a stream of changes open, a new one after some seconds each time, as browsers do. */
async function keepStream(origin: string, headers: { cookie: string }, end: number) {
  while (Date.now() < end) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stream = get(`${origin}/portal/events`, { headers, agent: false }, (response) => {
      response.resume();
      response.on('close', resolve);
    });
    stream.on('error', () => resolve());
    await Promise.race([wait(5_000 + Math.random() * 30_000), promise]);
    stream.destroy();
  }
}

async function sampleUntil(end: number, pid: number, pool: pg.Pool): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (Date.now() < end) {
    const { rows } = await pool.query<Omit<Sample, 'memory' | 'descriptors'>>(sizes);
    samples.push({
      memory: residentMegabytes(pid),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      ...rows[0]!,
    });
    await wait(Math.min(sampleMs, Math.max(0, end - Date.now())));
  }
  return samples;
}

/** Prints how often each activity was done and its times. */
function print(outcomes: readonly Outcome[]): void {
  console.table(
    Object.fromEntries(
      outcomes.map(({ name, ms, errors }) => [
        name,
        {
          done: ms.length,
          p50: ms.length > 0 ? Math.round(quantile(ms, 0.5)) : '',
          p95: ms.length > 0 ? Math.round(quantile(ms, 0.95)) : '',
          errors: errors.length,
          'first error': errors[0] ?? '',
        },
      ]),
    ),
  );
}

/** Returns the last third beside the middle one: the first warms up. */
function present(samples: readonly Sample[], outcomes: readonly Outcome[]): Figure[] {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const grown = (name: string, unit: string, value: (sample: Sample) => number, max: number) => {
    const [floor, product] = [middle.map(value), last.map(value)];
    const growth = quantile(product, 0.5) - quantile(floor, 0.5);
    return [
      { name, unit, product, floor, quantile: 0.5 },
      {
        name: `${name}: last third above the second`,
        unit,
        product: [growth],
        floor: [0],
        quantile: 0.5,
        bar: { of: 'product' as const, max },
      },
    ];
  };
  const errors = outcomes.reduce((sum, one) => sum + one.errors.length, 0);
  return [
    ...grown('memory of the service', 'MB', ({ memory }) => memory, limits.memoryMegabytes),
    ...grown('open files and connections', '', (one) => one.descriptors, limits.descriptors),
    ...grown('connections to the database', '', (one) => one.connections, limits.descriptors),
    ...grown('dead rows of the worst table', 'share', (one) => one.deadShare, limits.deadShare),
    ...grown(
      'bytes of the database ÷ rows',
      'bytes',
      (one) => (one.megabytes * 1e6) / one.rows,
      20,
    ),
    {
      name: 'requests that failed',
      unit: '',
      product: [errors],
      floor: [0],
      quantile: 0.5,
      bar: { of: 'product', max: limits.errors },
    },
  ];
}
