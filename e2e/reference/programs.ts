import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { installFromDebian, isExecutable, onPath } from '#e2e/installed.ts';

/** A running program. */
export interface Program {
  readonly pid: number;
  /** Returns what it has printed. */
  readonly output: () => string;
  /** Sends a signal and waits until the program has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT') => Promise<void>;
}

/**
 * Returns a program of a Debian package, which is installed now if the user is root.
 * @throws Error with one sentence if there is none.
 */
export function findProgram(name: string, fromDebian: string): string {
  // Debian has some in a folder that is on the PATH of root alone.
  const find = () => onPath([name], isExecutable) ?? [`/usr/sbin/${name}`].find(isExecutable);
  const found = find() ?? (installFromDebian(fromDebian) ? find() : undefined);
  if (found) return found;
  throw new Error(`This test needs ${name}: install it (${fromDebian}).`);
}

/** The user who runs what refuses to be run by root: `nobody`, or whoever runs this. */
export const owner =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

/** Starts a program as {@link owner}; it ends with this process at the latest. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Program {
  const child = spawn(command, args, { ...options, ...owner, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    output: () => printed.join(''),
    end: async (signal) => {
      if (hasEnded(child)) return;
      child.kill(signal);
      await once(child, 'close');
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** Resolves once something accepts connections at a port; rejects after 30 s. */
export async function listening(port: number, output: () => string): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await wait(50)) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`Nothing listens at port ${port}:\n${output()}`);
}
