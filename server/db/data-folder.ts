import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** The data folder cannot be used as it is. The message says what to do. */
export class DataFolderError extends ExplainedError {}

/** The version of PostgreSQL whose files the embedded database reads and writes. */
export const embeddedVersion = '18';

/**
 * Lets only this user read the data folder, also one that existed, and everything that this process
 * writes from now on. Does nothing about a folder that does not exist.
 * @throws DataFolderError if the folder is another user’s
 */
export async function closeToOthers(dataDir: string): Promise<void> {
  process.umask(0o077);
  for (const [name, mode] of [
    [dataDir, 0o700],
    [path.join(dataDir, 'portal-secret'), 0o600],
  ] as const) {
    const isOpen = await stat(name)
      .then((found) => (found.mode & 0o077) !== 0, ignoreMissing)
      .catch(rejectUnusable);
    if (isOpen) await chmod(name, mode).catch((error: unknown) => rejectOpen(name, mode, error));
  }
}

function rejectOpen(name: string, mode: number, error: unknown): never {
  if (systemErrorCode(error) !== 'EPERM') return rejectUnusable(error);
  const { username } = userInfo();
  throw new DataFolderError(
    `${name} can be read by other users of this machine, and belongs to another user, so the portal cannot change that. Run as root: chown -R ${username} '${name}' && chmod ${mode.toString(8)} '${name}'`,
  );
}

/**
 * Creates the data folder unless there is one, for this user alone.
 * @throws DataFolderError if it can’t be created or written
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(rejectUnusable);
  await assertWritable(dataDir);
}

/**
 * Makes sure that something can be written in the data folder or, without one, that it can be
 * created; creates none.
 * @throws DataFolderError
 */
export async function assertWritable(dataDir: string): Promise<void> {
  try {
    const folder = await findExisting(dataDir);
    if (folder !== dataDir) return await access(folder, constants.W_OK | constants.X_OK);
    // One name for each process, so that the same failure is the same sentence.
    const name = path.join(dataDir, `written-by-${process.pid}`);
    await writeFile(name, 'x');
    await rm(name, { force: true });
  } catch (error) {
    rejectUnusable(error);
  }
}

/** Returns a folder or, where it is missing, the first that exists of those it is in. */
async function findExisting(folder: string): Promise<string> {
  const isThere = await stat(folder).then(() => true, ignoreMissing);
  return isThere ? folder : findExisting(path.dirname(folder));
}

/** Rejects a data folder because of an error of the system. @throws DataFolderError */
export function rejectUnusable(error: unknown): never {
  if (systemErrorCode(error) === undefined || !(error instanceof Error)) throw error;
  throw new DataFolderError(
    `DATA_DIR can’t be used: ${error.message}. Set it to a folder that the portal’s user can write to.`,
    { cause: error },
  );
}

/**
 * Opens the embedded database in the data folder, and creates it in a new one. While it is being
 * created, there is a file beside it: one that was interrupted has no data yet, and is created
 * again. Nothing is ever created over the files of another.
 * @throws DataFolderError
 */
export async function openOrCreate<Lite>(
  dataDir: string,
  open: (folder: string) => Promise<Lite>,
): Promise<Lite> {
  const folder = path.join(dataDir, 'database');
  const creating = path.join(dataDir, 'database-is-being-created');
  if (await stat(creating).then(() => true, ignoreMissing))
    await rm(folder, { recursive: true, force: true });
  const names = await readdir(folder).catch(ignoreMissing);
  if (names !== false && names.length > 0) {
    await assertUsable(folder);
    return open(folder);
  }
  await writeFile(creating, '');
  const lite = await open(folder);
  await rm(creating);
  return lite;
}

async function assertUsable(folder: string): Promise<void> {
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(ignoreMissing);
  if (version === false || version.trim() === '')
    throw new DataFolderError(
      `${folder} has files, but is no database: PG_VERSION is missing in it. Nothing was changed. Restore the whole of DATA_DIR from a backup, or set DATA_DIR to another folder.`,
    );
  if (version.trim() !== embeddedVersion)
    throw new DataFolderError(
      `${folder} was written by PostgreSQL ${version.trim()}, and this version of the portal reads PostgreSQL ${embeddedVersion}. Nothing was changed. Start the version of the portal that wrote it, or set DATA_DIR to another folder.`,
    );
}

function ignoreMissing(error: unknown): false {
  if (systemErrorCode(error) === 'ENOENT') return false;
  throw error;
}

/**
 * Opens an embedded database: in a folder, or in memory from a dump. Imported on demand, because a
 * server installation never needs it.
 */
export async function openLite(options: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  return PGlite.create({ ...options, extensions: { pg_trgm } });
}
