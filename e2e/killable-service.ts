import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
}

/** Starts the service on a free port with its own copy of the prepared data folder. */
export async function startKillableService(
  settings: Readonly<Record<string, string>>,
): Promise<KillableService> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-portal-e2e-'));
  const launch = async (port: string) => {
    const env = { ...process.env, DATA_DIR: folder, DEMO: '1', ...settings, PORT: port };
    return startListening(process.execPath, ['server/main.ts'], env);
  };
  const remove = async () => rm(folder, { recursive: true, force: true });
  try {
    await copyPreparedData(folder, settings);
    let running = await launch('0');
    const { url } = running;
    return {
      url,
      kill: async () => running.kill(),
      start: async () => {
        running = await launch(new URL(url).port);
      },
      stop: async () => {
        await running.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
