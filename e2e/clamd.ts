import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eicar } from '#server/testing/scanning/clamd-stand-in.ts';

import { installFromDebian, onPath, runs } from './installed.ts';

/** ClamAV's daemon. */
export interface Clamd {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Ends the daemon; nothing listens at its socket until it is started again. */
  readonly end: () => Promise<void>;
  /** Ends the daemon and removes its folder. */
  readonly stop: () => Promise<void>;
}

/** Starts ClamAV's daemon with one signature of its own, so that nothing is downloaded. */
export async function startClamd(): Promise<Clamd> {
  const program = findClamd();
  const folder = await mkdtemp(join(tmpdir(), 'portal-clamd-'));
  const socket = join(folder, 'clamd.sock');
  const config = join(folder, 'clamd.conf');
  await writeFile(join(folder, 'own.ndb'), `Eicar-Signature:0:0:${eicar.toString('hex')}\n`);
  await writeFile(config, `DatabaseDirectory ${folder}\nLocalSocket ${socket}\nForeground yes\n`);
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(program, ['--config-file', config], { stdio: ['ignore', 'pipe', 'pipe'] });
    await listening(running);
  };
  const end = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'close');
    await rm(socket);
  };
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true });
  };
  await start();
  return { url: `unix://${socket}`, start, end, stop };
}

/**
 * Returns ClamAV's daemon: the system's, else Debian's package, installed now if the user is root.
 * @throws Error with one sentence if there is none.
 */
export function findClamd(): string {
  const found = installed() ?? (installFromDebian('clamav-daemon') ? installed() : undefined);
  if (found) return found;
  throw new Error('The tests of viruses need ClamAV: install its daemon (clamav-daemon).');
}

// Debian has it in a folder that is only on the PATH of root.
const installed = () => onPath(['clamd']) ?? ['/usr/sbin/clamd'].find(runs);

/** Resolves once the daemon has opened its socket; rejects with its output if it ends before. */
async function listening(clamd: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [clamd.stdout, clamd.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Self checking every')) resolve();
      });
    clamd.once('error', reject);
    clamd.once('close', () => reject(new Error(`ClamAV's daemon has ended:\n${output}`)));
  });
}
