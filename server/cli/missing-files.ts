import { type Config, filesFolder } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openFiles } from '#server/files/open-files.ts';

import { hasRow, isStored } from './check-files.ts';

/** Returns the name of the place where files are. */
export function filesPlace(config: Config): string {
  const { bucket } = config.files;
  return bucket ? `s3://${bucket.name}/${bucket.prefix}` : filesFolder(config);
}

/** Returns the attachments whose file is not stored, while the portal is used. */
export async function listMissing(db: Db, files: FileStore): Promise<string[]> {
  const rows = await db.selectFrom('attachments').select('id').execute();
  // In the order in which files are moved.
  const stored = new Set([...(await files.uncommitted(0)), ...(await files.committed())]);
  const missing: string[] = [];
  for (const { id } of rows) if (!stored.has(id) && (await hasRow(db, id))) missing.push(id);
  return missing;
}

/**
 * Runs what removes files, or only looks whether they are there. Returns its text.
 * @throws ExplainedError with its text, and with the files that were not there; AggregateError with
 *   these where it failed
 */
export async function removingFiles(
  config: Config,
  remove: (files: FileStore) => Promise<string>,
): Promise<string> {
  const files = await openFiles(config);
  const missing = new Set<string>();
  let removes = false;
  const read: FileStore['read'] = async (id, options) => {
    try {
      return await files.read(id, options);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') missing.add(id);
      throw error;
    }
  };
  const noting: FileStore = {
    ...files,
    read,
    remove: async (id) => {
      removes = true;
      await isStored(noting, id);
      await files.remove(id);
    },
  };
  const [done] = await Promise.allSettled([remove(noting)]);
  if (missing.size === 0) {
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  }
  const found = `Files that were not in ${filesPlace(config)}: ${missing.size}. ${removes ? whereTheyAre : whereToLook}`;
  const named = [found, ...missing].join('\n');
  if (done.status === 'fulfilled') throw new ExplainedError(`${done.value}\n${named}`);
  throw new AggregateError([new ExplainedError(named), done.reason], 'The command ended early.');
}

const whereTheyAre =
  'Unless an earlier run had removed them, they still exist where FILES_URL or DATA_DIR of the portal points: remove them there.';
const whereToLook =
  'If FILES_URL or DATA_DIR of the portal points elsewhere, set them as there, and run this command again: erasing would leave these files where they are.';
