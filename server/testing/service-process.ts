import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.join(import.meta.dirname, '..', '..');
/** Where Node stores compiled modules: with them, a process starts in 0.5 s less. */
export const compiledModules = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') };

/** How a process ended, and its error output without the line for each request. */
export interface Ending {
  /** null when a signal killed the process. */
  readonly code: number | null;
  readonly stderr: string;
}

/** The service as a separate process. */
export interface ServiceProcess {
  readonly pid: number;
  /**
   * The origin where the process listens, such as `http://127.0.0.1:40123`. Rejects with the error
   * output when the process ends before it listens.
   */
  readonly origin: Promise<string>;
  readonly ended: Promise<Ending>;
  /** Returns its error output so far, as {@link Ending} has it. */
  readonly logged: () => string;
  /** Sends the signal and waits until the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ending>;
}

/**
 * Starts `server/main.ts` on any free port, outside demo mode, with only these settings; by another
 * command that runs the one that follows it, if passed.
 */
export function startProcess(
  settings: Readonly<Record<string, string>>,
  by: readonly string[] = [],
): ServiceProcess {
  const [command, ...more] = [...by, process.execPath, path.join(root, 'server', 'main.ts')];
  const child = spawn(command ?? '', more, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: '0', ...compiledModules, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const logged = () => printed.replaceAll(/^\{"level":30,.*\n/gm, '');
  const ended = Promise.all([once(child.stderr, 'close'), once(child, 'exit')]).then(
    ([, [code]]): Ending => ({
      code: typeof code === 'number' ? code : null,
      stderr: logged(),
    }),
  );
  const { promise: origin, resolve, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (address !== undefined) resolve(address);
  });
  void ended.then(({ stderr }) => reject(new Error(`The service ended at its start: ${stderr}`)));
  // A test that expects the start to fail uses `ended` and never reads `origin`.
  origin.catch(() => {});
  return {
    pid: child.pid ?? 0,
    origin,
    ended,
    logged,
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
