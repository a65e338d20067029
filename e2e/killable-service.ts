import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Database, withDataFolder } from '#server/testing/database/data-folder.ts';

import { startListening } from './listening-process.ts';
import { copyPreparedData } from './prepared-data.ts';

/** The service in demo mode as a separate process, which can be killed and restarted. */
export interface KillableService {
  readonly url: string;
  /** Kills the process at once, whatever it is doing. */
  readonly kill: () => Promise<void>;
  /** Restarts the service on the same port and data. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Returns everything that the service has printed since it was started first. */
  readonly output: () => string;
  /** Opens the database of the service while it is killed. */
  readonly inDatabase: <Result>(use: (database: Database) => Promise<Result>) => Promise<Result>;
}

/**
 * Starts the service on a free port with its own copy of the prepared data folder. `prepare` has
 * the database before.
 */
export async function startKillableService(
  settings: Readonly<Record<string, string>>,
  prepare?: (database: Database) => Promise<void>,
): Promise<KillableService> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-portal-e2e-'));
  const launch = async (port: string) => {
    const env = { ...process.env, DATA_DIR: folder, DEMO: '1', ...settings, PORT: port };
    return startListening(process.execPath, ['server/main.ts'], env);
  };
  const inDatabase: KillableService['inDatabase'] = async (use) => withDataFolder(folder, use);
  const remove = async () => rm(folder, { recursive: true, force: true });
  try {
    await copyPreparedData(folder, settings);
    if (prepare) await inDatabase(prepare);
    let running = await launch('0');
    const { url } = running;
    const outputs = [running.output];
    return {
      url,
      kill: async () => running.kill(),
      start: async () => {
        running = await launch(new URL(url).port);
        outputs.push(running.output);
      },
      stop: async () => {
        await running.stop();
        await remove();
      },
      output: () => outputs.map((output) => output()).join(''),
      inDatabase,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
