import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import * as z from 'zod/mini';

import { ExplainedError } from '#server/errors/explained-error.ts';

/** What a backup says of itself. It is written last: a folder without it is no backup. */
const manifest = z.object({
  createdAt: z.string(),
  /** The last migration of the schema. */
  migration: z.string(),
  /** Of the passphrase; null: nothing is encrypted. */
  salt: z.nullable(z.string()),
  /** The tables, each after those that it refers to. */
  tables: z.array(z.string()),
  attachments: z.array(z.string()),
  /** Each file by its name; how it is encrypted in base64. */
  files: z.record(z.string(), z.object({ sha256: z.string(), iv: z.string(), tag: z.string() })),
});
type Manifest = z.infer<typeof manifest>;

const algorithm = 'aes-256-gcm';

/** A new folder with a backup, for its owner only. */
export class BackupWriter {
  readonly #folder: string;
  readonly #salt: string | null;
  readonly #key: Buffer | undefined;
  readonly #files: Manifest['files'] = {};

  private constructor(folder: string, passphrase: string | undefined) {
    this.#folder = folder;
    this.#salt = passphrase === undefined ? null : randomBytes(16).toString('base64');
    this.#key = deriveKey(passphrase, this.#salt);
  }

  /** @throws ExplainedError if the folder exists */
  static async create(folder: string, passphrase: string | undefined): Promise<BackupWriter> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined) throw new ExplainedError(`${folder} exists: name a new folder.`);
    return new BackupWriter(folder, passphrase);
  }

  /** Writes a file of the backup: compressed, and encrypted if there is a passphrase. */
  async write(name: string, bytes: AsyncIterable<Buffer | string>): Promise<void> {
    const iv = randomBytes(12);
    const cipher = this.#key && createCipheriv(algorithm, this.#key, iv);
    const hash = createHash('sha256');
    await pipeline(
      Readable.from(bytes),
      createGzip(),
      cipher ?? new PassThrough(),
      new PassThrough().on('data', (part: Buffer) => hash.update(part)),
      createWriteStream(path.join(this.#folder, name), { flags: 'wx', mode: 0o600, flush: true }),
    );
    this.#files[name] = {
      sha256: hash.digest('hex'),
      iv: iv.toString('base64'),
      tag: cipher?.getAuthTag().toString('base64') ?? '',
    };
  }

  /** Writes what makes the folder a backup. */
  async complete(content: Omit<Manifest, 'files' | 'salt'>): Promise<void> {
    const whole: Manifest = { ...content, salt: this.#salt, files: this.#files };
    const file = path.join(this.#folder, 'manifest.json');
    await writeFile(file, JSON.stringify(whole), { mode: 0o600, flush: true });
  }
}

/** A backup that is read. */
export class BackupReader {
  readonly #folder: string;
  readonly #key: Buffer | undefined;
  readonly content: Manifest;

  private constructor(folder: string, content: Manifest, passphrase: string | undefined) {
    this.#folder = folder;
    this.content = content;
    this.#key = deriveKey(passphrase, content.salt);
  }

  /**
   * Opens a backup once every byte of it is compared with its hash.
   * @throws ExplainedError if it is incomplete or damaged, or its passphrase is not given
   */
  static async open(folder: string, passphrase: string | undefined): Promise<BackupReader> {
    const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => {
      throw new ExplainedError(`${folder} has no manifest.json: it is not a complete backup.`);
    });
    const content = manifest.parse(JSON.parse(text));
    if (content.salt !== null && passphrase === undefined)
      throw new ExplainedError('The backup is encrypted: set BACKUP_PASSPHRASE.');
    for (const [name, { sha256 }] of Object.entries(content.files)) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path.join(folder, name)), hash).catch(() => {});
      if (hash.digest('hex') !== sha256)
        throw new ExplainedError(`The backup is damaged: ${name} is not as it was written.`);
    }
    return new BackupReader(folder, content, passphrase);
  }

  /** Reads a file of the backup. @throws ExplainedError if the passphrase is another one */
  async *read(name: string): AsyncGenerator<Buffer> {
    const { iv = '', tag = '' } = this.content.files[name] ?? {};
    const decipher =
      this.#key &&
      createDecipheriv(algorithm, this.#key, Buffer.from(iv, 'base64')).setAuthTag(
        Buffer.from(tag, 'base64'),
      );
    const bytes = createGunzip();
    const source = createReadStream(path.join(this.#folder, name));
    const read = pipeline(source, decipher ?? new PassThrough(), bytes);
    read.catch(() => {});
    try {
      yield* bytes;
      await read;
    } catch (error) {
      // The bytes are as they were written.
      throw this.#key ? new ExplainedError('BACKUP_PASSPHRASE is not that of this backup.') : error;
    }
  }
}

function deriveKey(passphrase: string | undefined, salt: string | null): Buffer | undefined {
  if (passphrase === undefined || salt === null) return undefined;
  return scryptSync(passphrase, salt, 32, { N: 2 ** 17, maxmem: 2 ** 28 });
}
