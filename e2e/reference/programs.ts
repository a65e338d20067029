import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { installFromDebian, isExecutable, onPath } from '#e2e/installed.ts';

/** A running program. */
export interface Program {
  readonly pid: number;
  /** Returns its output so far. */
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Sends a signal and waits until the program has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

const missing = (name: string, fromDebian: string) =>
  new Error(`This test needs ${name}: install it (${fromDebian}).`);

/**
 * Returns a program of a Debian package, which is installed now if the user is root.
 * @throws Error with one sentence if there is none.
 */
export function findProgram(name: string, fromDebian: string): string {
  // Debian has some in a folder that is on the PATH of root alone.
  const find = () => onPath([name], isExecutable) ?? [`/usr/sbin/${name}`].find(isExecutable);
  const found = find() ?? (installFromDebian(fromDebian) ? find() : undefined);
  if (found) return found;
  throw missing(name, fromDebian);
}

/** Returns the folder of the programs of the newest PostgreSQL of Debian. */
export function findPostgres(): string {
  const folder = '/usr/lib/postgresql';
  const find = () => {
    try {
      return readdirSync(folder).toSorted((one, two) => Number(two) - Number(one))[0];
    } catch {
      return undefined;
    }
  };
  const version = find() ?? (installFromDebian('postgresql') ? find() : undefined);
  if (version) return join(folder, version, 'bin');
  throw missing('PostgreSQL', 'postgresql');
}

/** The user of a process: whoever runs this, unless there is an id. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** The user for programs that refuse to run as root: `nobody`, or whoever runs this. */
export const owner: User =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

/** Starts a program; it ends with this process at the latest. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env, user }: { readonly env?: NodeJS.ProcessEnv; readonly user: User },
): Program {
  const child = spawn(command, args, { env, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  running.add(child);
  child.once('exit', () => running.delete(child));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    output: () => printed.join(''),
    hasEnded,
    end: async (signal) => {
      if (hasEnded()) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** Resolves once a program accepts connections; rejects if it ends before, or after two minutes. */
export async function listening(port: number, { output, hasEnded }: Program): Promise<void> {
  const end = performance.now() + 120_000;
  while (!hasEnded() && performance.now() < end) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await wait(50);
  }
  throw new Error(`Nothing listens at port ${port}:\n${output()}`);
}
