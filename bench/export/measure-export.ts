import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Client } from 'pg';

import type { Figure } from '#bench/figure.ts';
import { startServices } from '#bench/services.ts';
import { fillWithVariedLeads } from '#server/testing/leads/varied-leads.ts';

import { copyLeads } from './copy-leads.ts';
import { download, prepareExport, readExport } from './download.ts';
import { connected, type ExportStage, readerOf } from './export-stage.ts';
import { memoryDuring } from './service-memory.ts';
import { measureUploadAgain } from './upload-again.ts';

const leads = 1_000_000;
const rounds = { firstByte: 15, whole: 3, stopped: 20 } as const;
const slow = { bytesPerSecond: 1_000_000, maxSeconds: 20 } as const;
const megabyte = 1_000_000;

/**
 * Measures the export of a million leads of one partner, in a database of their own: time to the
 * first byte and to the last one, memory of the service, other requests meanwhile, a slow reader,
 * clients that disconnect, and the upload of the file. The floor is one COPY of the same columns to
 * a file.
 */
export async function measureExport(): Promise<Figure[]> {
  const services = await startServices();
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-export-'));
  // The database process writes here, possibly as another user.
  chmodSync(folder, 0o777);
  try {
    console.log(`Creating ${leads} leads …`);
    const [admin] = await fillWithVariedLeads(services.database, leads);
    const service = await services.serve('.cache/bench/product');
    const { database } = services;
    const pid = services.pidOf(service);
    return await measureExportOn({ database, service, pid, admin: admin!, leads, folder });
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Measures exports of all leads of a database. */
export async function measureExportOn(stage: ExportStage): Promise<Figure[]> {
  const file = path.join(stage.folder, 'leads.csv');
  return [
    ...(await measureFirstByte(stage)),
    ...(await measureWhole(stage, file)),
    ...(await measureSlowReader(stage)),
    ...(await measureStopped(stage)),
    ...(await measureUploadAgain(stage, file)),
  ];
}

async function measureFirstByte(stage: ExportStage): Promise<Figure[]> {
  const product: number[] = [];
  const reader = readerOf(stage);
  for (let round = 0; round < rounds.firstByte; round += 1) {
    const { id } = await prepareExport(reader);
    // After the header, and some rows.
    product.push((await download(reader, id, { maxBytes: 2 })).firstByteMs);
  }
  const name = 'Export: from the request to its first byte';
  const figure = { name, unit: 'ms', product, floor: [0], quantile: 0.5 };
  return [{ ...figure, bar: { of: 'product', max: 300 } }];
}

async function measureWhole(stage: ExportStage, file: string): Promise<Figure[]> {
  const reader = readerOf(stage);
  const seconds = { product: [] as number[], floor: [] as number[] };
  const memory = { above: [] as number[], trend: [] as number[] };
  const others = {
    product: [] as number[],
    floor: await otherRequests(stage, async () => wait(10_000)),
  };
  for (let round = 0; round < rounds.whole; round += 1) {
    const { id, total } = await prepareExport(reader);
    const exporting = memoryDuring(stage.pid, async () => download(reader, id, { file }));
    others.product.push(...(await otherRequests(stage, async () => exporting)));
    const { result, memory: use } = await exporting;
    const { sent, endedAt } = await readExport(reader, id);
    if (sent !== stage.leads || total !== stage.leads || endedAt === null)
      throw new Error(`${sent} of ${total} leads were sent.`);
    console.log(`  ${JSON.stringify({ ...result, memory: use })}`);
    seconds.product.push(result.seconds);
    seconds.floor.push(await copyLeads(stage));
    memory.above.push(use.max - use.start);
    memory.trend.push(use.trend);
  }
  return [
    { name: 'Export: all leads (floor: one COPY)', unit: 's', ...seconds, quantile: 0.5 },
    {
      name: 'Export: memory of the service above its start, maximum',
      unit: 'MB',
      product: memory.above,
      floor: [0],
      quantile: 1,
      bar: { of: 'product', max: 300 },
    },
    {
      name: 'Export: memory in its last third above that in its first',
      unit: 'MB',
      product: memory.trend,
      floor: [0],
      quantile: 1,
      bar: { of: 'product', max: 40 },
    },
    {
      name: 'GET /api/v1/lead during an export (floor: without one), median',
      unit: 'ms',
      ...others,
      quantile: 0.5,
    },
    {
      name: 'GET /api/v1/lead during an export (floor: without one), p95',
      unit: 'ms',
      ...others,
      quantile: 0.95,
      bar: { of: 'product', max: 100 },
    },
  ];
}

/** Returns how long other requests take while work is done: one every 50 ms, in milliseconds. */
async function otherRequests(
  { service, admin }: ExportStage,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const state = { hasEnded: false };
  const working = work().finally(() => {
    state.hasEnded = true;
  });
  const times: number[] = [];
  while (!state.hasEnded) {
    const began = performance.now();
    await (await fetch(`${service}/api/v1/lead`, { headers: admin.bearer })).text();
    times.push(performance.now() - began);
    await wait(50);
  }
  await working;
  return times;
}

async function measureSlowReader(stage: ExportStage): Promise<Figure[]> {
  const reader = readerOf(stage);
  const { id } = await prepareExport(reader);
  const transactions: number[] = [];
  const { result, memory } = await memoryDuring(stage.pid, async () => {
    const state = { hasEnded: false };
    const watching = connected(stage, async (client) => {
      while (!state.hasEnded) {
        const { rows } = await client.query<{ ms: number }>(longestTransaction);
        transactions.push(rows[0]?.ms ?? 0);
        await wait(100);
      }
    });
    const taken = await download(reader, id, slow);
    state.hasEnded = true;
    await watching;
    return taken;
  });
  console.log(`  slowly: ${JSON.stringify({ ...result, memory })}`);
  const flat = { floor: [0], quantile: 1 };
  return [
    {
      ...flat,
      name: 'Export read at 1 MB a second: memory above its start, maximum',
      unit: 'MB',
      product: [memory.max - memory.start],
      bar: { of: 'product', max: 300 },
    },
    {
      ...flat,
      name: 'Export read at 1 MB a second: longest transaction',
      unit: 'ms',
      product: transactions,
      bar: { of: 'product', max: 1_000 },
    },
  ];
}

const others = 'pid <> pg_backend_pid() and datname = current_database()';
const longestTransaction = `
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8 as ms
  from pg_stat_activity where backend_type = 'client backend' and xact_start is not null and ${others}`;
const busyConnections = `
  select count(*)::integer as busy from pg_stat_activity
  where backend_type = 'client backend' and state <> 'idle' and ${others}`;

/** Measures how soon the service does nothing more for clients that disconnect half way. */
async function measureStopped(stage: ExportStage): Promise<Figure[]> {
  const reader = readerOf(stage);
  const product: number[] = [];
  const { memory } = await memoryDuring(stage.pid, async () =>
    connected(stage, async (client) => {
      for (let round = 0; round < rounds.stopped; round += 1) {
        const { id } = await prepareExport(reader);
        await download(reader, id, { maxBytes: 10 * megabyte });
        product.push(await untilIdle(client));
        const { sent, endedAt } = await readExport(reader, id);
        if (endedAt !== null || sent === stage.leads) throw new Error('It was sent whole.');
      }
    }),
  );
  console.log(`  stopped: ${JSON.stringify(memory)}`);
  return [
    {
      name: 'Export stopped half way: until the database has nothing to do, maximum',
      unit: 'ms',
      product,
      floor: [0],
      quantile: 1,
      bar: { of: 'product', max: 1_000 },
    },
  ];
}

/** Returns the milliseconds until the service’s connections are idle, seen three times in a row. */
async function untilIdle(client: Client): Promise<number> {
  const began = performance.now();
  let idleSince = began;
  for (let idle = 0; idle < 3;) {
    const { rows } = await client.query<{ busy: number }>(busyConnections);
    if (rows[0]?.busy === 0) idle += 1;
    else {
      idle = 0;
      idleSince = performance.now();
    }
    await wait(20);
  }
  return idleSince - began;
}
