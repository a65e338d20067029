import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { systemErrorCode } from '#server/errors/system-error-code.ts';

import type { FileStore } from './file-store.ts';

/**
 * Returns a store with one file per id in a folder. Uncommitted files are in its subfolder
 * `incoming`. The folders are created when first needed, accessible to their owner only.
 */
export function folderStore(folder: string): FileStore {
  const incoming = path.join(folder, 'incoming');
  const written = (id: string) => path.join(incoming, id);
  const committed = (id: string) => path.join(folder, id);
  const discard = async (id: string) => rm(written(id), { force: true });
  return {
    discard,
    remove: async (id) => {
      await discard(id);
      await rm(committed(id), { force: true });
    },
    write: async (id, bytes) => {
      const made = await mkdir(incoming, { recursive: true, mode: 0o700 });
      if (made !== undefined) await Promise.all([folder, path.dirname(folder)].map(syncFolder));
      await writeDurably(written(id), bytes).catch(async (error: unknown) => {
        await discard(id);
        throw error;
      });
      await syncFolder(incoming);
    },
    read: async (id, range) =>
      openToRead(committed(id), range).catch(async (error: unknown) => {
        if (isMissing(error)) return openToRead(written(id), range);
        throw error;
      }),
    commit: async (id) => {
      await rename(written(id), committed(id)).catch(async (error: unknown) => {
        // Another process has already committed the file while clearing up uploads.
        if (!isMissing(error)) throw error;
        await stat(committed(id));
      });
      await syncFolder(folder);
    },
    uncommitted: async (age) => {
      const names = await readdir(incoming).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      if (names.length === 0) return [];
      const now = await timeIn(incoming);
      const oldest = await Promise.all(
        names.map(async (id) => ({ id, since: await changedAt(written(id)) })),
      );
      return oldest.filter(({ since }) => since <= now - age).map(({ id }) => id);
    },
  };
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

async function writeDurably(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the names in a folder survive a power cut, as syncing a file does for its bytes. Does
 * nothing on Windows, which cannot open folders.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openToRead(file: string, range?: { start: number; end: number }): Promise<Readable> {
  // Node reads no empty range.
  if (range && range.start >= range.end) return Readable.from([]);
  const handle = await open(file, 'r');
  return handle.createReadStream(range && { start: range.start, end: range.end - 1 });
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

function isMissing(error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT';
}
