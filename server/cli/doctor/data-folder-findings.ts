import { existsSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config/config.ts';
import { assertWritable } from '#server/db/data-folder.ts';

import type { Findings } from './findings.ts';

const gibibyte = 1024 ** 3;
/** In GiB: with less, a few uploads fill the disk. */
const minFree = 0.2;

/**
 * Examines whether the data folder can be written, or be created, whether it has a portal, and how
 * much room its disk has. Creates none.
 * @throws DataFolderError as at the start, where it can’t be written
 */
export async function* examineDataFolder(config: Config): Findings {
  const { dataDir } = config;
  if (isNeeded(config)) await assertWritable(dataDir);
  const missing = findMissing(config);
  if (missing !== undefined)
    yield `wrong: DATA_DIR has no portal: ${missing} is missing. Set it to the folder of the portal, whose first start creates it.`;
  // With a database server, there may be none yet.
  if (!existsSync(dataDir)) return;
  const { bavail, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / gibibyte;
  if (free > 5) yield `ok: The disk of DATA_DIR has ${free.toFixed(1)} GiB left.`;
  else {
    const kind = free < minFree ? 'wrong' : 'warning';
    yield `${kind}: The disk of DATA_DIR has ${free.toFixed(1)} GiB left. Make room.`;
  }
}

/** Returns what a portal would create in its data folder, which only its start may do. */
export function findMissing({ databaseUrl, portalSecret, dataDir }: Config): string | undefined {
  const database = path.join(dataDir, 'database');
  if (databaseUrl === null && existsSync(path.join(dataDir, 'database-is-being-created')))
    return 'a whole database';
  // A database with files but without this one is damaged, which opening it reports.
  if (databaseUrl === null && (!existsSync(database) || readdirSync(database).length === 0))
    return path.join(database, 'PG_VERSION');
  const secret = path.join(dataDir, 'portal-secret');
  return portalSecret === null && !existsSync(secret) ? secret : undefined;
}

/** Returns whether the portal writes something there, sooner or later. */
function isNeeded({ databaseUrl, portalSecret, files, upstream }: Config): boolean {
  const hasFiles = files.bucket === null && (upstream === null || files.scanUrl !== null);
  return databaseUrl === null || portalSecret === null || hasFiles;
}
