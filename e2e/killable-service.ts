import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startListening } from './listening-process.ts';

/** The service as a process of its own, in demo mode, which can be killed and started again. */
export interface KillableService {
  readonly url: string;
  /** Ends it at once, wherever it is. */
  readonly kill: () => Promise<void>;
  /** Starts it again, on the same port and the same data. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the service on a free port and a data folder of its own. */
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
