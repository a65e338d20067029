import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const main = path.join(import.meta.dirname, '..', 'main.ts');

/** How a process ended, and what it had to say. */
export interface Ending {
  /** null when a signal killed it. */
  readonly code: number | null;
  readonly stderr: string;
}

/** The service as a process of its own. */
export interface ServiceProcess {
  /** Where it listens, such as `http://127.0.0.1:40123`; rejects with its last words when it ends before it does. */
  readonly origin: Promise<string>;
  readonly ended: Promise<Ending>;
  /** Asks it to end, or ends it, and waits until it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ending>;
}

/** Starts `server/main.ts` on any free port, outside demo mode, with these settings and no others. */
export function startProcess(settings: Readonly<Record<string, string>>): ServiceProcess {
  const child = spawn(process.execPath, [main], {
    env: { PORT: '0', DEMO: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stderr), once(child, 'exit')]).then(
    ([stderr, [code]]): Ending => ({ code: typeof code === 'number' ? code : null, stderr }),
  );
  const { promise: origin, resolve, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (address !== undefined) resolve(address);
  });
  void ended.then(({ stderr }) => reject(new Error(`The service ended at its start: ${stderr}`)));
  // Who expects a rejection waits for the end and never asks where it listens.
  origin.catch(() => {});
  return {
    origin,
    ended,
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
