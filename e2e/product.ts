import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The running product: where it listens and how to end it. */
export interface Product {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts the product as a person does, by `npm start`, on a free port and a data folder of its own. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-portal-e2e-'));
  const { FORCE_COLOR: _, ...env } = process.env;
  const child = spawn('npm', ['start'], {
    env: { ...env, PORT: '0', DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = async () => {
    await ended(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: await address(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address the service prints once it listens; an early end is told with what it printed. */
function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /Listening on (http:\/\/[^\s]+)/.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () =>
      reject(new Error(`The product ended before it listened:\n${printed}`)),
    );
  });
}

/** Ends npm and all it started: they are one process group. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.pid === undefined) return resolve();
    child.once('exit', () => resolve());
    process.kill(-child.pid, 'SIGTERM');
  });
}
