import { type Config, filesFolder } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
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
 * Runs what removes files. Returns its text.
 * @throws ExplainedError with its text, and with the files that were not there to be removed
 */
export async function removingFiles(
  config: Config,
  remove: (files: FileStore) => Promise<string>,
): Promise<string> {
  const files = await openFiles(config);
  const missing: string[] = [];
  const text = await remove({
    ...files,
    remove: async (id) => {
      if (!(await isStored(files, id))) missing.push(id);
      await files.remove(id);
    },
  });
  if (missing.length === 0) return text;
  throw new ExplainedError(
    `${text}\nFiles that were not in ${filesPlace(config)}: ${missing.length}. Unless an earlier run had removed them, they still exist where FILES_URL or DATA_DIR of the portal points: remove them there.\n${missing.join('\n')}`,
  );
}
