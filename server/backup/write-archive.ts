import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Encrypter } from 'age-encryption';
import { createTarPacker, type TarPackController } from 'modern-tar';

import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** A file in an archive. Its bytes are read before the next entry. */
export interface ArchiveEntry {
  readonly name: string;
  /** How many bytes it has. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Writes a new file with entries, for its owner only: tar, compressed by gzip and, if there is a
 * passphrase, encrypted and authenticated as a whole by age. While it is written, `.part` follows
 * its name.
 * @throws ExplainedError if the file exists, or can't be written
 */
export async function writeArchive(
  file: string,
  passphrase: string | undefined,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  const part = `${file}.part`;
  await createNew(file, part);
  try {
    const { readable, controller } = createTarPacker();
    const compressed = readable.pipeThrough(new CompressionStream('gzip'));
    const bytes = passphrase === undefined ? compressed : await encrypt(compressed, passphrase);
    const [written, packed] = await Promise.allSettled([
      pipeline(bytes, createWriteStream(part, { flush: true })),
      packAll(controller, entries),
    ]);
    // If writing fails, packing fails with the same error.
    if (written.status === 'rejected') throw explainWrite(part, written.reason);
    if (packed.status === 'rejected') throw packed.reason;
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function createNew(file: string, part: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new ExplainedError(`${file} exists: name a new file.`);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await (await open(part, 'wx', 0o600)).close();
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw explainWrite(file, error);
    throw new ExplainedError(
      `${part} exists: another backup is writing it, or did not end. Remove it, or name another file.`,
    );
  }
}

async function encrypt(bytes: ReadableStream<Uint8Array>, passphrase: string) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(bytes);
}

async function packAll(
  controller: TarPackController,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  try {
    for await (const { name, size, bytes } of entries) {
      const body = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
      for await (const chunk of bytes) await body.write(chunk);
      await body.close();
    }
    controller.finalize();
  } catch (error) {
    controller.error(error);
    throw error;
  }
}

/** Returns a sentence for an error of the disk, and any other error as it is. */
function explainWrite(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new ExplainedError(`Couldn’t write ${file}: ${error.message}.`);
}
