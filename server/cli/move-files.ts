import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { sweepUploads } from '#server/attachments/store-upload.ts';
import { type Config, filesFolder, readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { listenerName } from '#server/db/listen.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openFiles } from '#server/files/open-files.ts';

import { explainFailure } from './check-files.ts';

/** How many files are copied at the same time. */
const atOnce = 4;
/** After how many files the progress is said. */
const reportEvery = 100;

/**
 * Moves all files, those in quarantine too, to `to`: a bucket, or the folder of the data folder.
 * Each is copied, and read again where it is stored; the files there are not copied again. Only
 * once all are there, and no process of the portal runs, they are removed from where they were.
 * Interrupted at any moment, it can be run again. Returns what was done.
 * @throws ExplainedError if there is something to do first; then no file is removed
 */
export async function moveFiles(db: Db, config: Config, to = ''): Promise<string> {
  const given = to === 'folder' ? '' : to;
  const target = { ...config, files: readConfig({ ...process.env, FILES_URL: given }).files };
  if (to === '' || isDeepStrictEqual(target.files.bucket, config.files.bucket))
    throw new ExplainedError(`--to names where to move the files, other than ${name(config)}.`);
  const here = await openFiles(config);
  const there = await openFiles(target);
  if (!(await isRunning(db)))
    await sweepUploads(db, { ...here, uncommitted: async () => here.uncommitted(0) });
  const files = await copyAll(here, there, {
    list: async (store) => store.committed(),
    options: { mayBePlain: true },
    finish: async (id) => there.commit(id),
  });
  const infected = await copyAll(here, there, {
    list: async (store) => store.quarantined(),
    options: { isInQuarantine: true },
    finish: async (id) => there.quarantine(id),
  });
  const count = `${files.length} files, and ${infected.length} in quarantine,`;
  if (await isRunning(db))
    throw new ExplainedError(
      `${count} are stored and checked in ${name(target)}. The portal runs: stop all its processes and run this command again, which copies what is new.`,
    );
  for (const id of files) await here.remove(id);
  await here.emptyQuarantine(0);
  const setting = given === '' ? 'Unset FILES_URL' : `Set FILES_URL=${given}`;
  return `${count} are stored and checked in ${name(target)}, and removed from ${name(config)}. ${setting} before you start the portal.`;
}

/** Returns the name of the place where files are. */
function name(config: Config): string {
  const { bucket } = config.files;
  return bucket ? `s3://${bucket.name}/${bucket.prefix}` : filesFolder(config);
}

/** Returns whether a process of the portal serves requests on this database, beside this one. */
async function isRunning(db: Db): Promise<boolean> {
  const listeners = sql`select from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`;
  return (await listeners.execute(db)).rows.length > 0;
}

/** Files of one state: where they are listed, how they are read, and what gives them the state. */
interface Kind {
  readonly list: (store: FileStore) => Promise<string[]>;
  readonly options: Parameters<FileStore['read']>[1];
  readonly finish: (id: string) => Promise<void>;
}

/**
 * Copies the files of one state that are not there. Returns all that are.
 * @throws ExplainedError with a sentence for each that is damaged, or not there
 */
async function copyAll(here: FileStore, there: FileStore, kind: Kind): Promise<string[]> {
  const before = new Set(await kind.list(there));
  const ids = await kind.list(here);
  let count = ids.filter((id) => before.has(id)).length;
  const reasons = new Map<string, string>();
  // A failure ends the generator, and so the loops beside its own.
  const rest = (function* missing() {
    for (const id of ids) if (!before.has(id)) yield id;
  })();
  const copyRest = async () => {
    for (const id of rest) {
      const reason = await copy(here, there, id, kind).catch(explainFailure);
      if (reason !== undefined) reasons.set(id, reason);
      count += 1;
      if (count % reportEvery === 0) console.log(`${count} of ${ids.length} files …`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyRest));
  const after = new Set(await kind.list(there));
  const stillHere = new Set(await kind.list(here));
  const errors = ids.flatMap((id) =>
    stillHere.has(id) && !after.has(id)
      ? [`The file ${id} ${reasons.get(id) ?? 'was not stored: run the command again'}.`]
      : [],
  );
  if (errors.length > 0) throw new ExplainedError([...errors, 'No file was removed.'].join('\n'));
  return ids.filter((id) => after.has(id));
}

async function copy(here: FileStore, there: FileStore, id: string, kind: Kind): Promise<undefined> {
  // What an interrupted run has left.
  await there.discard(id);
  const sent = createHash('sha256');
  const bytes = await here.read(id, kind.options);
  await there.write(
    id,
    (async function* hashed() {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        sent.update(chunk);
        yield chunk;
      }
    })(),
  );
  const stored = createHash('sha256');
  await pipeline(await there.read(id), stored);
  if (stored.digest('hex') !== sent.digest('hex')) throw new Error(`${id} was changed on its way.`);
  await kind.finish(id);
}
