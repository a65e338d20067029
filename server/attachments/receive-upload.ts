import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { attachmentLimits } from '#contract/v1/attachments.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { drainRequest } from '#server/http/upload-limits.ts';

import { type ArrivingFile, readFormParts } from './form-parts.ts';

/** A file of an upload that is written to the store but not yet committed. */
export interface ReceivedFile {
  readonly id: string;
  /** In bytes. */
  readonly size: number;
  /** Of the whole file, as hex. */
  readonly sha256: string;
  readonly hasNul: boolean;
}

/**
 * All parts of an upload by name, whatever their order. A repeated name is invalid; `repeated`
 * reports it because the maps cannot.
 */
export interface ReceivedUpload {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
  readonly repeated: readonly string[];
}

/** Callbacks invoked while the parts arrive. */
interface Listener {
  /** Receives a text part. Throwing rejects the upload before the rest of it is stored. */
  readonly onText: (name: string, text: string) => Promise<void>;
}

/**
 * Streams a multipart body in any part order: files to the store, texts to memory. When it throws,
 * nothing of the upload is left in the store.
 * @throws ApiError 400 for a broken body, 413 when it is too large, 415 when it is not a multipart
 * body
 */
export async function receiveUpload(
  request: FastifyRequest,
  store: FileStore,
  { onText }: Listener,
): Promise<ReceivedUpload> {
  const texts = new Map<string, string>();
  const files = new Map<string, ReceivedFile>();
  const repeated: string[] = [];
  try {
    for await (const part of readFormParts(request)) {
      const { name } = part;
      if (texts.has(name) || files.has(name)) repeated.push(name);
      if ('file' in part) {
        const file = await receiveFile(name, part.file, store);
        await discardFile(store, files.get(name));
        files.set(name, file);
      } else {
        texts.set(name, part.text);
        await onText(name, part.text);
      }
    }
    return { texts, files, repeated };
  } catch (error) {
    await Promise.all([...files.values()].map(async (file) => discardFile(store, file)));
    drainRequest(request);
    throw error;
  }
}

/** A received file with the name that its sender has for it. */
export interface NamedFile extends ReceivedFile {
  readonly fileName: string;
}

/** A file of a form: received, or why it was not. */
export type FormFile = NamedFile | { readonly fileName: string; readonly error: string };

/**
 * Streams the files of a browser’s form to the store, whatever the names of their parts. One that
 * is too large keeps none of the others out. When it throws, nothing of them is left in the store.
 * @throws ApiError as {@link receiveUpload}, but for a file that is too large
 */
export async function receiveFormFiles(
  request: FastifyRequest,
  store: FileStore,
): Promise<FormFile[]> {
  const files: FormFile[] = [];
  try {
    for await (const part of readFormParts(request)) {
      if (!('file' in part)) continue;
      const file = await receiveFormFile(part.file, store);
      // So a form is sent in which no file was chosen.
      if (file.fileName === '' && 'id' in file && file.size === 0) await store.discard(file.id);
      else files.push(file);
    }
    return files;
  } catch (error) {
    await Promise.all(listReceivedIds(files).map(async (id) => store.discard(id)));
    drainRequest(request);
    throw error;
  }
}

/** Returns the ids of those files of a form that are in the store. */
export const listReceivedIds = (files: readonly FormFile[]): string[] =>
  files.flatMap((file) => ('id' in file ? file.id : []));

async function receiveFormFile(file: ArrivingFile, store: FileStore): Promise<FormFile> {
  const { fileName } = file;
  try {
    return { ...(await receiveFile(fileName, file, store)), fileName };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'file-too-large')) throw error;
    return { fileName, error: tooLargeSentence };
  }
}

async function discardFile(store: FileStore, file: ReceivedFile | undefined): Promise<void> {
  if (file) await store.discard(file.id);
}

async function receiveFile(
  name: string,
  file: ArrivingFile,
  store: FileStore,
): Promise<ReceivedFile> {
  const id = newId();
  const hash = createHash('sha256');
  let size = 0;
  let hasNul = false;
  await store.write(
    id,
    (async function* measured() {
      for await (const chunk of file.chunks) {
        hash.update(chunk);
        size += chunk.length;
        hasNul ||= chunk.includes(0);
        yield chunk;
      }
      if (file.isTooLarge()) throw tooLarge(name);
    })(),
  );
  return { id, size, sha256: hash.digest('hex'), hasNul };
}

const tooLargeSentence = `This file is larger than ${attachmentLimits.bytes / 1024 / 1024} MiB.`;

function tooLarge(name: string): ApiError {
  const fields = { [name]: tooLargeSentence };
  return new ApiError('file-too-large', `${name}: ${tooLargeSentence}`, { fields });
}
