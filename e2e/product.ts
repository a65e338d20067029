import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startListening, type ListeningProcess } from './listening-process.ts';
import { copyPreparedData } from './prepared-data.ts';

/** The running product. */
export type Product = Pick<ListeningProcess, 'url' | 'stop'>;

/**
 * Starts the product as a user does, with `npm start`, on a free port and with its own data folder.
 * The folder is a copy of the prepared one, where there is one.
 * `before` runs first, with the product's environment.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  before: (env: NodeJS.ProcessEnv) => Promise<void> = async () => {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-portal-e2e-'));
  const remove = async () => rm(folder, { recursive: true, force: true });
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const env = { ...inherited, PORT: '0', DATA_DIR: folder, ...settings };
  try {
    await copyPreparedData(folder, settings);
    await before(env);
    const product = await startListening('npm', ['start'], env);
    const stop = async () => {
      await product.stop();
      await remove();
    };
    return { url: product.url, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
