import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

import type { KeyWrapping } from '#server/auth/key-wrapping.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { Slots } from '#server/jobs/slots.ts';

import { DamagedFileError, encryptFile, openToRead, renewKey } from './encrypted-file.ts';
import type { FileStore } from './file-store.ts';

/**
 * Returns a store with one file per id in a folder, each encrypted with a key of its own, which
 * `wrapping` encrypts. Uncommitted files are in its subfolder
 * `incoming`, those with viruses in `quarantine`. The folders are created when first needed,
 * accessible to their owner only. While the disk does not respond, writing a file fails after a
 * time.
 */
export function folderStore(
  folder: string,
  wrapping: KeyWrapping,
  writes = new DiskWrites(),
  create = open,
): FileStore {
  const incoming = path.join(folder, 'incoming');
  const quarantine = path.join(folder, 'quarantine');
  const written = (id: string) => path.join(incoming, id);
  const committed = (id: string) => path.join(folder, id);
  const removeWritten = async (id: string) => rm(written(id), { force: true });
  const writeWhole = async (id: string, bytes: AsyncIterable<Buffer>, late: AbortController) => {
    const step: Step = async (operation) => writes.run(operation, late);
    try {
      await step(async () => {
        const made = await mkdir(incoming, { recursive: true, mode: 0o700 });
        if (made !== undefined) await Promise.all([folder, path.dirname(folder)].map(syncFolder));
      });
      const handle = await step(async () => create(written(id), 'wx', 0o600));
      await writeDurably(handle, bytes, step, late.signal);
      await step(async () => syncFolder(incoming));
      late.signal.throwIfAborted();
    } catch (error) {
      await step(async () => removeWritten(id));
      throw error;
    }
  };
  const write = async (name: string, bytes: AsyncIterable<Buffer>) => {
    const late = new AbortController();
    await Promise.race([untilLate(late), writeWhole(name, bytes, late)]);
  };
  return {
    discard: async (id) => writes.begin(async () => removeWritten(id)),
    remove: async (id) => {
      await removeWritten(id);
      await rm(committed(id), { force: true });
    },
    write: async (id, bytes) => write(id, encryptFile(id, bytes, wrapping)),
    read: async (id, options) => {
      const isInfected = options?.isInQuarantine ?? false;
      const first = isInfected ? path.join(quarantine, id) : committed(id);
      return openToRead(first, wrapping, options).catch(async (error: unknown) => {
        if (isMissing(error) && !isInfected) return openToRead(written(id), wrapping, options);
        throw error;
      });
    },
    encrypt: async (id) => {
      const bytes = await openToRead(committed(id), wrapping, { mayBeUnencrypted: true });
      // No row names it: what a crash leaves of it is discarded.
      const name = randomUUID();
      await write(name, encryptFile(id, bytes, wrapping));
      await rename(written(name), committed(id));
      await syncFolder(folder);
    },
    // In the order in which files are moved, so that none is missed.
    renewKeys: async () => renewKeys([incoming, folder, quarantine], wrapping),
    // Until a late one is done, the file is read where it was written.
    commit: async (id) =>
      writes.begin(async () => {
        await rename(written(id), committed(id)).catch(async (error: unknown) => {
          // Another process has already committed the file while clearing up uploads.
          if (!isMissing(error)) throw error;
          await stat(committed(id));
        });
        await syncFolder(folder);
      }),
    quarantine: async (id) => {
      await mkdir(quarantine, { recursive: true, mode: 0o700 });
      await rename(written(id), path.join(quarantine, id));
    },
    emptyQuarantine: async (age) => {
      for (const id of await listStale(quarantine, age))
        await rm(path.join(quarantine, id), { force: true });
    },
    uncommitted: async (age) => listStale(incoming, age),
    committed: async () => listFiles(folder),
    quarantined: async () => listFiles(quarantine),
  };
}

/** Encrypts the keys of the files in folders with the current secret. Returns damaged files. */
async function renewKeys(folders: readonly string[], wrapping: KeyWrapping): Promise<string[]> {
  const damaged: string[] = [];
  for (const folder of folders)
    for (const name of await listFiles(folder))
      try {
        await renewKey(path.join(folder, name), wrapping);
      } catch (error) {
        if (error instanceof DamagedFileError) damaged.push(name);
        else if (!isMissing(error)) throw error;
      }
  return damaged;
}

/** Returns the names of the files in a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Returns the names of the files in a folder that are at least `age` milliseconds old. */
async function listStale(folder: string, age: number): Promise<string[]> {
  const names = await listFiles(folder);
  if (names.length === 0) return [];
  const now = await timeIn(folder);
  const files = await Promise.all(
    names.map(async (name) => ({ name, since: await changedAt(path.join(folder, name)) })),
  );
  return files.filter(({ since }) => since <= now - age).map(({ name }) => name);
}

/**
 * Returns the time by the clock of a folder, in milliseconds: that of the machine whose disk it is
 * on, which processes of several machines can share.
 */
async function timeIn(folder: string): Promise<number> {
  const file = path.join(folder, randomUUID());
  await writeFile(file, '');
  const time = await changedAt(file);
  await rm(file, { force: true });
  return time;
}

/** Runs one operation of several that write a file. */
type Step = <T>(operation: () => Promise<T>) => Promise<T>;

async function writeDurably(
  handle: FileHandle,
  bytes: AsyncIterable<Buffer>,
  step: Step,
  late: AbortSignal,
): Promise<void> {
  try {
    for await (const chunk of bytes) {
      await step(async () => handle.writeFile(chunk));
      late.throwIfAborted();
    }
    await step(async () => handle.sync());
  } finally {
    await step(async () => handle.close());
  }
}

/**
 * Makes the names in a folder survive a power cut, as syncing a file does for its bytes. Does
 * nothing on Windows, which cannot open folders.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/**
 * Returns the modification time in milliseconds; Infinity for a file that has been removed
 * meanwhile.
 */
async function changedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  );
}

const isMissing = (error: unknown): boolean => systemErrorCode(error) === 'ENOENT';

/**
 * How many operations run at the same time. Each occupies one of the four threads of the process
 * until the disk has done it, and passwords are checked on the same threads.
 */
const maxAtOnce = 2;
/** How long an operation may take, its waiting included, in milliseconds. */
export const maxWriteMs = 20_000;

/** Operations that write to a disk: a few at a time, so that a slow disk holds up only those. */
export class DiskWrites {
  readonly #limitMs: number;
  readonly #slots = new Slots(maxAtOnce);

  /** `limitMs`: see {@link maxWriteMs}. */
  constructor(limitMs = maxWriteMs) {
    this.#limitMs = limitMs;
  }

  /** Runs an operation in its turn. Aborts `late` if it takes too long, but lets it finish. */
  async run<T>(operation: () => Promise<T>, late: AbortController): Promise<T> {
    const error = Object.assign(new Error('The disk does not respond.'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => late.abort(error), this.#limitMs);
    return this.#slots.run(operation).finally(() => clearTimeout(timer));
  }

  /** Runs an operation in its turn. Resolves when it is done, or late and still going on. */
  async begin(operation: () => Promise<unknown>): Promise<void> {
    const late = new AbortController();
    await Promise.race([this.run(operation, late), untilLate(late).catch(() => {})]);
  }
}

/** Rejects once operations are late. */
async function untilLate({ signal }: AbortController): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
