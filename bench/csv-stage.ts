import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startListening, type ListeningProcess } from '#e2e/listening-process.ts';
import { fillWithLeads } from '#server/testing/busy-database.ts';
import { startCluster } from '#server/testing/databases.setup.ts';

import { build, root } from './build.ts';
import { writeCsvFile } from './csv-file.ts';

/** The sizes that are measured, in rows. */
export const sizes = { small: 10_000, medium: 100_000, large: 1_000_000 } as const;
export type Size = keyof typeof sizes;

/** What bulk upload is measured on, running: the files, one PostgreSQL without a lead, the service with the portal and with the floor page. */
export interface CsvStage {
  readonly files: Readonly<Record<Size, string>>;
  readonly product: string;
  readonly floor: string;
  readonly database: string;
  /** The signed-in partner admin's cookie. */
  readonly session: { readonly name: string; readonly value: string };
  strike(): Promise<void>;
}

/** Builds both pages, writes the files and starts everything, on loopback and free ports. */
export async function setCsvStage(): Promise<CsvStage> {
  build('scripts/build.ts');
  build('bench/floor/build.ts');
  const portals = { product: '.cache/bench/csv-product', floor: '.cache/bench/csv-floor' };
  // A copy, so that a build made meanwhile changes nothing.
  rmSync(path.join(root, portals.product), { recursive: true, force: true });
  cpSync(path.join(root, 'dist'), path.join(root, portals.product), { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-csv-'));
  const cluster = await startCluster();
  const database = `${cluster.url}/template`;
  const running: ListeningProcess[] = [];
  const strike = async () => {
    await Promise.all(running.map(async ({ stop }) => stop()));
    await cluster.stop();
    rmSync(folder, { recursive: true });
  };
  const serve = async (portal: string) => {
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: database,
      PORT: '0',
      PORTAL_SECRET: 'not used: the secrets are those of tests',
      PORTAL_FOLDER: path.join(root, portal),
    };
    const service = path.join(root, 'server/testing/busy-service.ts');
    const started = await startListening(process.execPath, [service], env);
    running.push(started);
    return started.url;
  };
  try {
    const person = await fillWithLeads(database, 0);
    const [name = '', value = ''] = person.session.cookie.split('=');
    return {
      files: await writeFiles(folder),
      product: await serve(portals.product),
      floor: await serve(portals.floor),
      database,
      session: { name, value },
      strike,
    };
  } catch (error) {
    await strike();
    throw error;
  }
}

async function writeFiles(folder: string): Promise<Record<Size, string>> {
  const file = async (size: Size) => {
    const name = path.join(folder, `${size}.csv`);
    await writeCsvFile(name, sizes[size]);
    return name;
  };
  return { small: await file('small'), medium: await file('medium'), large: await file('large') };
}
