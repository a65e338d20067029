import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { Decrypter } from 'age-encryption';
import { createTarDecoder } from 'modern-tar';

import { ExplainedError } from '#server/errors/explained-error.ts';

import type { ArchiveEntry } from './write-archive.ts';

/** What a file that age has encrypted begins with. */
const ageBeginning = Buffer.from('age-encryption.org/v1\n');
const gzipBeginning = Buffer.from([0x1f, 0x8b]);

/**
 * Reads the entries of an archive, in their order. In an encrypted one, every byte is authenticated
 * before it is returned, and after the last entry, that none is missing.
 * @throws ExplainedError if the archive is damaged or cut, can't be read, is encrypted and there is
 * no passphrase or another one, or is not encrypted and there is a passphrase
 */
export async function* readArchive(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const isEncrypted = await detectEncryption(file);
  if (isEncrypted && passphrase === undefined)
    throw new ExplainedError('The backup is encrypted: set BACKUP_PASSPHRASE.');
  if (!isEncrypted && passphrase !== undefined)
    throw new ExplainedError(
      'The backup is not encrypted, so anybody can have changed it, and BACKUP_PASSPHRASE is set. To restore it nevertheless, unset BACKUP_PASSPHRASE.',
    );
  const source = Readable.toWeb(createReadStream(file));
  const compressed = passphrase === undefined ? source : await decrypt(source, passphrase);
  const entries = compressed
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of explained(file, entries)) {
    if (header.type !== 'file') throw damagedBackup(`${JSON.stringify(header.name)} is no file`);
    yield { name: header.name, size: header.size, bytes: explained(file, body) };
  }
}

/** Returns the error of a backup that is not as it was written. */
export const damagedBackup = (detail: string) =>
  new ExplainedError(`The backup is damaged: ${detail}. Nothing was restored.`);

/** Returns whether an archive is encrypted. @throws ExplainedError if it is no archive */
async function detectEncryption(file: string): Promise<boolean> {
  const beginning = Buffer.alloc(ageBeginning.length);
  try {
    await using handle = await open(file);
    if ((await handle.stat()).isDirectory()) throw new ExplainedError(await explainFolder(file));
    await handle.read(beginning);
  } catch (error) {
    throw explainRead(file, error);
  }
  if (beginning.equals(ageBeginning)) return true;
  if (beginning.subarray(0, 2).equals(gzipBeginning)) return false;
  throw new ExplainedError(`${file} is no backup, or its beginning is damaged.`);
}

/** Returns what to do about a folder: before backups were authenticated, they were folders. */
async function explainFolder(folder: string): Promise<string> {
  const written = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => '');
  const migration = /"migration":"([\w-]{1,80})"/.exec(written)?.[1];
  if (migration === undefined) return `${folder} is a folder: name the file of a backup.`;
  return `${folder} is a folder, as backups were before 2026-11-28: nothing shows whether anybody has changed it. If you trust it, restore it with the version that wrote it, whose last migration is ${migration}, upgrade, and back up again.`;
}

async function decrypt(source: ReadableStream<Uint8Array>, passphrase: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(source).catch(() => {
    throw new ExplainedError(
      'BACKUP_PASSPHRASE is not that of this backup, or the beginning of the backup is damaged.',
    );
  });
}

async function* explained<T>(file: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw explainRead(file, error);
  }
}

function explainRead(file: string, error: unknown): ExplainedError {
  if (error instanceof ExplainedError) return error;
  if (error instanceof Error && 'syscall' in error)
    return new ExplainedError(`Couldn’t read ${file}: ${error.message}.`);
  return damagedBackup(`${file} is cut, or not as it was written`);
}
