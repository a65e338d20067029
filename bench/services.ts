import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startListening, type ListeningProcess } from '#e2e/listening-process.ts';
import { migrateDatabase, startCluster } from '#server/testing/database/databases.setup.ts';

import { build, root } from './build.ts';

/** A PostgreSQL database without leads, and processes that use it, on loopback and free ports. */
export interface Services {
  readonly database: string;
  /** Starts a script that listens on a port. Returns its URL. */
  readonly start: (file: string, settings: Readonly<Record<string, string>>) => Promise<string>;
  /** Starts the service with the portal built in this folder. Returns its URL. */
  readonly serve: (portal: string) => Promise<string>;
  /** Returns the process that listens at a URL. */
  readonly pidOf: (url: string) => number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the database, unless the URL of one is passed, which is migrated. Stopping also stops all
 * processes started on it.
 */
export async function startServices(url?: string): Promise<Services> {
  const cluster = url === undefined ? await startCluster() : undefined;
  const database = url ?? `${cluster?.url}/template`;
  if (url !== undefined) await migrateDatabase(url);
  const running: ListeningProcess[] = [];
  const start: Services['start'] = async (file, settings) => {
    const { PATH } = process.env;
    const env = { PATH, NODE_ENV: 'production', DATABASE_URL: database, PORT: '0', ...settings };
    const started = await startListening(process.execPath, [path.join(root, file)], env);
    running.push(started);
    return started.url;
  };
  return {
    database,
    start,
    serve: (portal) =>
      start('server/testing/measured-service.ts', {
        PORTAL_SECRET: 'not used: the secrets are those of tests',
        PORTAL_FOLDER: path.join(root, portal),
      }),
    pidOf: (address) => running.find((one) => one.url === address)!.pid,
    stop: async () => {
      await Promise.all(running.map(async ({ stop }) => stop()));
      await cluster?.stop();
    },
  };
}

/**
 * Builds the portal and the floor pages. Copies the portal to a folder, so that a concurrent build
 * changes nothing.
 */
export function buildPortals(copy: string): void {
  build('scripts/build.ts');
  build('bench/floor/build.ts');
  rmSync(path.join(root, copy), { recursive: true, force: true });
  cpSync(path.join(root, 'dist'), path.join(root, copy), { recursive: true });
}
