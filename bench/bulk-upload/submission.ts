import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Papa from 'papaparse';
import pg from 'pg';

import type { Figure } from '#bench/figure.ts';
import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { bulkUploadEndpoints as endpoints } from '#contract/bulk-upload/endpoints.ts';

import { type CsvStage, sizes } from './stage.ts';

const rounds = 3;
const tables = ['leads', 'bulk_upload_rows'] as const;

/**
 * Measures submitting 100 thousand rows over HTTP as the portal does, two batches at a time. The
 * floor is one COPY of the same rows into the same tables, with indexes and triggers on.
 */
export async function measureSubmission(stage: CsvStage): Promise<Figure[]> {
  const file = readFileSync(stage.files.medium, 'latin1');
  const rows = Papa.parse<string[]>(file, { skipEmptyLines: true }).data.slice(1);
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-copy-'));
  // The database process writes and reads here, possibly as another user.
  chmodSync(folder, 0o777);
  const client = new pg.Client({ connectionString: stage.database });
  await client.connect();
  const product: number[] = [];
  const floor: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await empty(client);
      product.push(sizes.medium / (await submit(stage, rows, round)));
      floor.push(sizes.medium / (await copy(client, folder)));
      console.log(
        `  submitted ${product.at(-1)?.toFixed(0)}, copied ${floor.at(-1)?.toFixed(0)} rows a second`,
      );
    }
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
  return [
    {
      name: 'Submit 100 thousand rows, PostgreSQL (floor: one COPY)',
      unit: 'rows/s',
      product,
      floor,
      quantile: 0.5,
      bar: { of: 'ratio', min: 0.4 },
    },
  ];
}

/** Empties the tables while no job adds up totals: each would wait for the other. */
async function empty(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_advisory_xact_lock(hashtext('total_changes'));
    truncate ${tables.join(', ')}, lead_totals, status_totals, creation_blocks, total_changes cascade`);
  await client.query('checkpoint');
}

/** Returns the seconds from the first batch until the upload is finished. */
async function submit(stage: CsvStage, rows: string[][], round: number): Promise<number> {
  const send = async (endpoint: { method: string; path: string }, body: unknown, id = '') => {
    const response = await fetch(stage.product + endpoint.path.replace(':id', id), {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        origin: stage.product,
        cookie: `${stage.session.name}=${stage.session.value}`,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${endpoint.path}: ${response.status} ${text}`);
    return JSON.parse(text) as { upload?: { id: string }; totals?: { submitted: number } };
  };
  const contentHash = createHash('sha256').update(`round ${round}`).digest('hex');
  const opened = await send(endpoints.openBulkUpload, {
    contentHash,
    fileName: 'bench.csv',
    size: 1_000_000_000,
  });
  const id = opened.upload?.id ?? '';
  const state = (name: string) => ({ state: name, read: rows.length });
  await send(endpoints.setBulkUploadState, state('submitting'), id);

  const began = performance.now();
  let next = 0;
  const inTurn = async () => {
    while (next < rows.length) {
      const first = next;
      next += uploadLimits.rowsInBatch;
      const batch = rows.slice(first, next).map((cells, at) => [first + at + 2, ...cells]);
      await send(endpoints.submitRows, { rows: batch, leftOut: [] }, id);
    }
  };
  await Promise.all([inTurn(), inTurn()]);
  await send(endpoints.setBulkUploadState, state('finished'), id);
  return (performance.now() - began) / 1000;
}

/**
 * Returns the seconds for one COPY of each table's rows, after exporting the rows and emptying the
 * tables.
 */
async function copy(client: pg.Client, folder: string): Promise<number> {
  const columns = Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await copied(client, table)] as const)),
  );
  const file = (table: string) => path.join(folder, table);
  for (const table of tables)
    await client.query(`copy ${table} (${columns[table]}) to '${file(table)}'`);
  await empty(client);
  const began = performance.now();
  for (const table of tables)
    await client.query(`copy ${table} (${columns[table]}) from '${file(table)}'`);
  return (performance.now() - began) / 1000;
}

/** Returns the columns of a table that are not generated. */
async function copied(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}
