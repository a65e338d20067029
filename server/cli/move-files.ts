import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';

import { type Config, readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openFiles } from '#server/files/open-files.ts';

import { checkFiles, explainFile } from './check-files.ts';
import { filesPlace } from './missing-files.ts';

/** How many files are copied at the same time. */
const atOnce = 4;
/** The number of files between two lines of progress. */
const reportEvery = 100;

/**
 * Copies all files, those in quarantine too, to `to`: a bucket, or the folder of the data folder.
 * Each is read again where it is stored; the files there are not copied again. At the end every
 * attachment is compared with its file there. Nothing is removed from where they were: that is for
 * the operator, once the portal runs with the other place. Interrupted at any moment, it can be run
 * again. Returns what was done, and what comes next.
 * @throws ExplainedError with a sentence for each file that is damaged, or not there
 */
export async function moveFiles(db: Db, config: Config, to = ''): Promise<string> {
  const given = to === 'folder' ? '' : to;
  const target = { ...config, files: readConfig({ ...process.env, FILES_URL: given }).files };
  if (to === '' || isDeepStrictEqual(target.files.bucket, config.files.bucket))
    throw new ExplainedError(
      `--to names where to move the files, other than ${filesPlace(config)}.`,
    );
  const here = await openFiles(config);
  const there = await openFiles(target);
  const files = await copyAll(here, there, {
    list: async (store) => store.committed(),
    options: { mayBeUnencrypted: true },
    finish: async (id) => there.commit(id),
  });
  const infected = await copyAll(here, there, {
    list: async (store) => store.quarantined(),
    options: { isInQuarantine: true },
    finish: async (id) => there.quarantine(id),
  });
  await checkFiles(db, there);
  const setting = given === '' ? 'Unset FILES_URL' : `Set FILES_URL='${given}'`;
  return `${files} files, and ${infected} in quarantine, are stored and checked in ${filesPlace(target)}. If the portal ran meanwhile, stop it and run this command again. ${setting} before you start it. ${filesPlace(config)} is as it was: delete its files once the portal runs.`;
}

/** Files of one state: where they are listed, how they are read, and what gives them the state. */
interface Kind {
  readonly list: (store: FileStore) => Promise<string[]>;
  readonly options: Parameters<FileStore['read']>[1];
  readonly finish: (id: string) => Promise<void>;
}

/**
 * Copies the files of one state that are not there. Returns how many are.
 * @throws ExplainedError with a sentence for each that is damaged, or not there
 */
async function copyAll(here: FileStore, there: FileStore, kind: Kind): Promise<number> {
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
      const reason = await copy(here, there, id, kind).catch(explainFile);
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
  if (errors.length > 0) throw new ExplainedError(errors.join('\n'));
  return ids.filter((id) => after.has(id)).length;
}

async function copy(here: FileStore, there: FileStore, id: string, kind: Kind): Promise<undefined> {
  // What an interrupted run has left.
  await there.discard(id);
  const sent = createHash('sha256');
  const bytes = await here.read(id, kind.options);
  try {
    await there.write(
      id,
      (async function* hashed() {
        for await (const chunk of bytes as AsyncIterable<Buffer>) {
          sent.update(chunk);
          yield chunk;
        }
      })(),
    );
  } finally {
    bytes.destroy();
  }
  const stored = createHash('sha256');
  await pipeline(await there.read(id), stored);
  if (stored.digest('hex') !== sent.digest('hex'))
    throw new ExplainedError(
      `The file ${id} is not stored as it was sent: check the network and the disks, then run this command again.`,
    );
  await kind.finish(id);
}
