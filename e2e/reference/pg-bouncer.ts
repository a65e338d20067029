import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findPorts } from '#e2e/free-ports.ts';

import { deployedFile } from './deployed-files.ts';
import { findProgram, listening, owner, type Program, startProgram } from './programs.ts';

/**
 * Starts PgBouncer in front of a PostgreSQL server as `deploy/reference/pgbouncer.ini` has it, with
 * few connections, so that they are shared. Returns the URL of the same database by way of it.
 */
export async function startPgBouncer(postgresUrl: string) {
  const { username, password, port } = new URL(postgresUrl);
  const [pooler = 0] = await findPorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbouncer-'));
  const variables = { FOLDER: folder, PRIMARY_PORT: port, POOLER_PORT: pooler, POOL_SIZE: 3 };
  const program = await runPgBouncer(folder, variables, { username, password });
  const url = new URL(postgresUrl);
  url.port = String(pooler);
  const stop = async () => {
    await program.end('SIGTERM');
    await rm(folder, { recursive: true });
  };
  return { url: url.href, stop };
}

/** Runs PgBouncer with its file of `deploy/reference/`, for a user who signs in by a password. */
export async function runPgBouncer(
  folder: string,
  variables: Parameters<typeof deployedFile>[1],
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Program> {
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(config, await deployedFile('pgbouncer.ini', variables));
  await writeFile(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`);
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? 0);
  const program = startProgram(findProgram('pgbouncer', 'pgbouncer'), [config], { user: owner });
  await listening(Number(variables['POOLER_PORT']), program);
  return program;
}
