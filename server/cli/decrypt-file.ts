import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import type { KeyWrapping } from '#server/auth/key-wrapping.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { openToRead } from '#server/files/encrypted-file.ts';

/**
 * Writes what a stored file contains to a new file. Returns a sentence.
 * @throws ExplainedError that names the option with the file that can’t be read or written
 */
export async function decryptFile(
  wrapping: KeyWrapping,
  { file, to }: { readonly file: string; readonly to: string },
): Promise<string> {
  const bytes = await openToRead(file, wrapping).catch((failure: unknown) => {
    throw explainRead(file, failure);
  });
  try {
    await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } catch (failure) {
    throw explainWrite(to, failure);
  }
  return `Written to ${to}.`;
}

function explainRead(file: string, failure: unknown): unknown {
  if (!(failure instanceof Error)) return failure;
  if (systemErrorCode(failure) === 'FILE_DAMAGED')
    return new ExplainedError(
      `--file: ${file} can’t be decrypted: it is damaged, was encrypted with another PORTAL_SECRET, has another name than it was stored by, or is no file that the portal has stored.`,
    );
  if (!('syscall' in failure)) return failure;
  return new ExplainedError(
    `--file: ${file} can’t be read: ${failure.message}. Name a stored file, such as one of files/quarantine in DATA_DIR.`,
  );
}

function explainWrite(to: string, failure: unknown): unknown {
  if (systemErrorCode(failure) === 'EEXIST')
    return new ExplainedError(`--to: ${to} exists: name a new file.`);
  if (!(failure instanceof Error && 'syscall' in failure)) return failure;
  return new ExplainedError(`--to: ${to} can’t be written: ${failure.message}.`);
}
