import path from 'node:path';
import { Readable } from 'node:stream';

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

import type { KeyWrapping } from '#server/auth/key-wrapping.ts';
import type { Bucket } from '#server/config/config.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import { DamagedFileError, decryptToRead, encryptChunks, newFileKey } from './encrypted-file.ts';
import type { FileStore } from './file-store.ts';

/** The object storage does not do what a request asks, or does not respond. */
export class StorageError extends Error {
  readonly code = 'STORAGE_FAILED';
}

/** How much of a file is in memory while it is sent: the least that a part may have. */
const partSize = 5 * 1024 * 1024;

/** How much of a file is in memory while it is received. */
const pieceSize = 1024 * 1024;

/**
 * Objects cannot be moved. The bytes of a file are in `files` from the beginning; empty objects of
 * its name say that it is not committed (`incoming`), or has a virus (`quarantine`).
 */
type Folder = 'files' | 'incoming' | 'quarantine';

/**
 * Returns a store in a bucket of S3-compatible storage. Each file is encrypted with a key of its
 * own, which `wrapping` encrypts; it is in the metadata of the object, which can be replaced
 * without its bytes. The storage may be silent for `limitMs`; there are three attempts.
 */
export function s3Store(bucket: Bucket, wrapping: KeyWrapping, limitMs = 5_000): FileStore {
  const client = openClient(bucket, limitMs);
  const objects = openObjects(client, bucket);
  const { at, describe, mark, remove, removeFrom, discard, list, listStale } = objects;
  /** Returns the key of a file, and its stored length. */
  const open = async (id: string) => {
    const { ContentLength: length = 0, Metadata } = await describe(id);
    const key = await wrapping.unwrap(id, Buffer.from(Metadata?.['key'] ?? '', 'base64'));
    if (!key || length === 0) throw new DamagedFileError(`No secret opens the key of ${id}.`);
    return { key, length };
  };
  const wrap = async (id: string, key: Buffer) => ({
    key: (await wrapping.wrap(id, key)).toString('base64'),
  });
  const renewKey = async (id: string) => {
    const { key } = await open(id);
    if (!key.isFormer) return;
    const { Bucket, Key } = at('files', id);
    const Metadata = await wrap(id, key.content);
    const CopySource = `${Bucket}/${Key}`;
    const copy = { Bucket, Key, CopySource, Metadata, MetadataDirective: 'REPLACE' } as const;
    await client.send(new CopyObjectCommand(copy));
    // Removed meanwhile, it has come back: the next sweep commits it, or removes it again.
    await mark('incoming', id);
  };
  return {
    quarantined: objects.quarantined,
    write: async (id, bytes) => {
      await mark('incoming', id);
      const key = newFileKey();
      const Body = Readable.from(encryptChunks(key, bytes), { objectMode: false });
      const params = { ...at('files', id), Body, Metadata: await wrap(id, key) };
      try {
        await new Upload({ client, params, queueSize: 1, partSize }).done();
      } catch (error) {
        // What was sent to storage that doesn't respond may still be stored: it is swept later.
        if (!(error instanceof StorageError)) await removeFrom('incoming', id).catch(ignoreFailure);
        throw error;
      }
    },
    read: async (id, options) => {
      const { key, length } = await open(id);
      const read = (from: number, to: number) =>
        readRange(client, at('files', id), from, Math.min(to, length));
      return decryptToRead({ name: id, key: key.content, length, read }, options);
    },
    // All that is stored here is encrypted.
    encrypt: async () => {},
    renewKeys: async () => {
      const damaged: string[] = [];
      for (const id of (await list('files')).keys())
        await renewKey(id).catch((error: unknown) => {
          if (error instanceof DamagedFileError) damaged.push(id);
          else if (systemErrorCode(error) !== 'ENOENT') throw error;
        });
      return damaged;
    },
    // If a file stays marked, the next sweep asks the database about it.
    commit: async (id) => void (await remove('incoming', id).catch(ignoreFailure)),
    discard: async (id) => discard(id).catch(ignoreFailure),
    quarantine: async (id) => {
      await mark('quarantine', id);
      await remove('incoming', id);
    },
    emptyQuarantine: async (age) => {
      for (const id of await listStale('quarantine', age)) await removeFrom('quarantine', id);
    },
    remove: async (id) => {
      await remove('incoming', id);
      await remove('files', id);
    },
    uncommitted: async (age) => listStale('incoming', age),
    committed: async () => {
      const files = await list('files');
      const others = [await list('incoming'), await list('quarantine')];
      return [...files.keys()].filter((id) => !others.some((other) => other.has(id)));
    },
  };
}

/** Returns functions for single objects and lists of a bucket. */
function openObjects(client: S3Client, bucket: Bucket) {
  const at = (folder: Folder, id: string) => ({
    Bucket: bucket.name,
    Key: `${bucket.prefix}${folder}/${id}`,
  });
  const mark = async (folder: Folder, id: string) =>
    client.send(new PutObjectCommand({ ...at(folder, id), Body: '', ContentLength: 0 }));
  const remove = async (folder: Folder, id: string) =>
    client.send(new DeleteObjectCommand(at(folder, id)));
  /** Removes a file before the object that marks it for removal. */
  const removeFrom = async (folder: Folder, id: string) => {
    await remove('files', id);
    await remove(folder, id);
  };
  /**
   * Returns the objects of a folder whose names begin so: when each was written, by the clock of
   * the storage.
   */
  const list = async (folder: Folder, start = '') => {
    const { Bucket, Key: Prefix } = at(folder, start);
    const found = new Map<string, number>();
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      for (const { Key = '', LastModified } of Contents)
        found.set(path.basename(Key), LastModified?.getTime() ?? Infinity);
    return found;
  };
  const describe = async (id: string) =>
    client.send(new HeadObjectCommand(at('files', id))).catch(async (error: unknown) => {
      // A missing bucket gives the same 404 here; listing fails.
      await list('files', id);
      throw error;
    });
  /** Deletes an uncommitted file; for a quarantined one only its “incoming” marker. */
  const discard = async (id: string) => {
    const quarantined = await list('quarantine', id);
    await (quarantined.has(id) ? remove('incoming', id) : removeFrom('incoming', id));
  };
  const listStale = async (folder: Folder, age: number) => {
    await mark(folder, clock);
    const found = await list(folder);
    const now = found.get(clock) ?? 0;
    return [...found].flatMap(([id, since]) => (id !== clock && since <= now - age ? [id] : []));
  };
  const quarantined = async () =>
    [...(await list('quarantine')).keys()].filter((id) => id !== clock);
  return { at, describe, mark, remove, removeFrom, discard, list, listStale, quarantined };
}

/** The object that is written to learn the time by the clock of the storage. */
const clock = '.clock';

function openClient(bucket: Bucket, limitMs: number): S3Client {
  const client = new S3Client({
    ...(bucket.region !== null && { region: bucket.region }),
    ...(bucket.endpoint !== null && { endpoint: bucket.endpoint }),
    forcePathStyle: bucket.isPathStyle,
    // Not all storage understands newer checksums; bytes that were changed are noticed anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: limitMs, socketTimeout: limitMs },
  });
  client.middlewareStack.add(
    (next) => async (input) =>
      next(input).catch((error: unknown) => {
        throw toStorageError(error);
      }),
    { step: 'initialize', priority: 'high' },
  );
  return client;
}

/**
 * Yields an object from `from` to before `to`, in pieces that are each read whole before: nothing
 * waits for the reader in a connection, which would be cut off.
 */
async function* readRange(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let start = from; start < to; start += pieceSize) {
    const Range = `bytes=${start}-${Math.min(start + pieceSize, to) - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ ...object, Range }));
    const piece = await Body?.transformToByteArray().catch((error: unknown) => {
      throw toStorageError(error);
    });
    yield Buffer.from(piece ?? []);
  }
}

/** Returns an error of the client as one of the portal: a missing file, or storage that fails. */
function toStorageError(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const options = { cause: error };
  return name === 'NotFound' || name === 'NoSuchKey'
    ? Object.assign(new Error('The file is not in storage.', options), { code: 'ENOENT' })
    : new StorageError(`${name}: ${message}`, options);
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof StorageError)) throw error;
}
