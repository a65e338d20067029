import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { Decrypter, Encrypter } from 'age-encryption';
import { packTar, type TarHeader, unpackTar } from 'modern-tar';

import { makeFolder } from './backed-up.ts';

/** An entry of a backup, in memory. */
export interface BackupEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly type?: TarHeader['type'];
}

/** Returns all entries of a small backup. */
export async function unpack(file: string, passphrase?: string): Promise<BackupEntry[]> {
  const entries = await unpackTar(gunzipSync(await decrypted(await readFile(file), passphrase)));
  return entries.map(({ header, data = [] }) => ({
    name: header.name,
    content: Buffer.from(data),
  }));
}

async function decrypted(bytes: Buffer, passphrase: string | undefined): Promise<Uint8Array> {
  if (passphrase === undefined) return bytes;
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(bytes);
}

/** Writes any entries to a new file in the form of a backup. Returns the file. */
export async function pack(entries: readonly BackupEntry[], passphrase?: string): Promise<string> {
  const tar = await packTar(
    entries.map(({ name, content, type = 'file' }) => ({
      header: { name, size: content.length, type, linkname: '../../precious.txt' },
      body: content,
    })),
  );
  return writeBytes(await encrypted(gzipSync(tar, { level: 1 }), passphrase));
}

/** Writes bytes to a new file. Returns the file. */
export async function writeBytes(bytes: Uint8Array): Promise<string> {
  const file = path.join(await makeFolder(), 'backup');
  await writeFile(file, bytes);
  return file;
}

async function encrypted(bytes: Buffer, passphrase: string | undefined): Promise<Uint8Array> {
  if (passphrase === undefined) return bytes;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  // As quickly as possible: the tests do not depend on it.
  encrypter.setScryptWorkFactor(2);
  return encrypter.encrypt(bytes);
}

type Manifest = Record<string, unknown> & { tables: Record<string, number>; attachments: number };

/** Returns entries with a manifest that agrees with them, after a change of it. */
export function vouchFor(
  entries: readonly BackupEntry[],
  change: (manifest: Manifest) => Partial<Manifest> = () => ({}),
): BackupEntry[] {
  const others = entries.filter(({ name }) => name !== 'manifest.json');
  const written = entries.find(({ name }) => name === 'manifest.json');
  const hash = createHash('sha256');
  for (const { name, content } of others)
    hash.update(`${name}\0${content.length}\0`).update(content);
  const manifest = JSON.parse(String(written?.content)) as Manifest;
  const changed = { ...manifest, ...change(manifest), sha256: hash.digest('hex') };
  return [...others, { name: 'manifest.json', content: Buffer.from(JSON.stringify(changed)) }];
}
