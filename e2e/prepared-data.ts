import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { FullConfig } from '@playwright/test';

import { startListening } from './listening-process.ts';

/**
 * What the portal runs on: its own records, or an existing service that offers only what the
 * specification requires.
 */
export type Behind = keyof typeof variables;

/** The variables that name the prepared folders to the workers. */
const variables = {
  'own records': 'PREPARED_OWN_RECORDS',
  'an existing service': 'PREPARED_IN_FRONT',
} as const;

/**
 * Builds the portal, and meanwhile starts the service in an empty folder once for what runs,
 * instead of for each product: the first start creates the database and the demo records, which
 * takes three quarters of its processor time. Returns a function that removes the folders.
 */
export default async function prepareData(config: FullConfig): Promise<() => Promise<void>> {
  const kinds = new Set(
    config.projects.map(({ use }) => (use as { behind?: Behind }).behind ?? 'own records'),
  );
  const parts = [build(), ...[...kinds].map(prepare)];
  // If one fails, no service of the others is left running.
  await Promise.allSettled(parts);
  const [built, ...folders] = await Promise.all(parts);
  console.log(built);
  return async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
}

async function build(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/build.ts']);
  return stdout.trim();
}

async function prepare(behind: Behind): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-portal-prepared-'));
  const service = await startListening(process.execPath, ['server/main.ts'], {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    DEMO: '1',
    // No request is forwarded: only the accounts are stored.
    ...(behind === 'an existing service' && { UPSTREAM_URL: 'http://127.0.0.1:1' }),
  });
  await service.stop();
  process.env[variables[behind]] = folder;
  return folder;
}

/**
 * Copies the prepared folder for a product with these settings into its own. The folder stays empty
 * for a product on a database server, and where no folder was prepared.
 */
export async function copyPreparedData(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  if (settings['DATABASE_URL'] !== undefined) return;
  const behind = settings['UPSTREAM_URL'] === undefined ? 'own records' : 'an existing service';
  const prepared = process.env[variables[behind]];
  if (prepared !== undefined) await cp(prepared, folder, { recursive: true });
}
