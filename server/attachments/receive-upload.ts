import { createHash } from 'node:crypto';

import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { attachmentLimits } from '#contract/v1/attachments.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError, malformed } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import type { FileStore } from '#server/files/file-store.ts';
import {
  drainRequest,
  maxUploadBytes,
  maxUploadSentence,
  notMultipart,
} from '#server/http/upload-limits.ts';

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

const limits = {
  fileSize: attachmentLimits.bytes,
  files: attachmentLimits.files,
  fields: 50,
  parts: 100,
  fieldSize: 8 * 1024,
  fieldNameSize: 200,
};
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
    for await (const part of readParts(request)) {
      const name = part.fieldname;
      if (texts.has(name) || files.has(name)) repeated.push(name);
      if (part.type === 'file') {
        const file = await receiveFile(part, store);
        await discardFile(store, files.get(name));
        files.set(name, file);
      } else {
        const text = readText(part);
        texts.set(name, text);
        await onText(name, text);
      }
    }
    return { texts, files, repeated };
  } catch (error) {
    await Promise.all([...files.values()].map(async (file) => discardFile(store, file)));
    drainRequest(request);
    throw error;
  }
}

async function discardFile(store: FileStore, file: ReceivedFile | undefined): Promise<void> {
  if (file) await store.discard(file.id);
}

async function* readParts(request: FastifyRequest): AsyncGenerator<MultipartFile | MultipartValue> {
  if (!request.isMultipart()) throw notMultipart;
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes) throw tooManyFiles();
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw brokenBody(error);
  }
}

async function receiveFile(part: MultipartFile, store: FileStore): Promise<ReceivedFile> {
  const id = newId();
  const hash = createHash('sha256');
  let size = 0;
  let hasNul = false;
  await store.write(
    id,
    (async function* measured() {
      for await (const chunk of readChunks(part)) {
        hash.update(chunk);
        size += chunk.length;
        hasNul ||= chunk.includes(0);
        yield chunk;
      }
      if (part.file.truncated) throw tooLarge(part);
    })(),
  );
  return { id, size, sha256: hash.digest('hex'), hasNul };
}

async function* readChunks(part: MultipartFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    throw brokenBody(error);
  }
}

function readText(part: MultipartValue): string {
  if (part.valueTruncated || part.fieldnameTruncated || typeof part.value !== 'string')
    throw malformed(`The part ${part.fieldname} must be one short text.`);
  return part.value;
}

function tooLarge(part: MultipartFile): ApiError {
  const sentence = `This file is larger than ${attachmentLimits.bytes / 1024 / 1024} MiB.`;
  return new ApiError('file-too-large', `${part.fieldname}: ${sentence}`, {
    fields: { [part.fieldname]: sentence },
  });
}

const tooManyFiles = (): ApiError => new ApiError('too-many-files', maxUploadSentence);

const tooMany = new Set(['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']);

/**
 * Maps an error of the multipart parser to an error of the sender. Returns an ApiError unchanged.
 */
function brokenBody(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const code = systemErrorCode(error) ?? '';
  if (code === 'FST_FILES_LIMIT') return tooManyFiles();
  if (tooMany.has(code))
    return malformed(
      'The upload has more parts than entityType, entityId and three for each file.',
    );
  return malformed('The multipart body is broken or was cut off. Send it again.');
}
