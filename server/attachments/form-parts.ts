import type { Readable } from 'node:stream';

import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { attachmentLimits } from '#contract/v1/attachments.ts';
import { ApiError, malformed } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { maxUploadBytes, maxUploadSentence, notMultipart } from '#server/http/upload-limits.ts';

/** A part of a form: a text, or a file that arrives. */
export type FormPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: ArrivingFile };

/** The bytes of a file, read once. `isTooLarge` holds after they were read. */
export interface ArrivingFile {
  /** As the sender calls it; empty where a form has no file. */
  readonly fileName: string;
  readonly chunks: AsyncIterable<Buffer>;
  readonly isTooLarge: () => boolean;
}

const maxTextBytes = 8 * 1024;
const maxNameLength = 200;
const maxParts = 100;
const limits = { fileSize: attachmentLimits.bytes, files: maxParts, parts: maxParts };

/**
 * Returns the parts of a multipart body in their order. Every part arrives as bytes, because the
 * parser would silently replace bytes that are not UTF-8 or that it can't decode.
 * @throws ApiError 400 for a broken body and for parts that are encoded otherwise, 413 when it is
 * too large, 415 when it is not a multipart body
 */
export async function* readFormParts(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart()) throw notMultipart;
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes) throw tooManyFiles();
  assertBoundary(request);
  let files = 0;
  try {
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      // With every part read as a file, the parser has no other kind.
      if (part.type !== 'file') continue;
      const name = readName(part);
      assertUnencoded(name, part);
      if (isFile(part)) {
        files += 1;
        if (files > attachmentLimits.files) throw tooManyFiles();
        const chunks = readChunks(part.file);
        const fileName = part.filename ?? '';
        yield { name, file: { fileName, chunks, isTooLarge: () => part.file.truncated } };
      } else {
        const text = await readText(name, part.file);
        if (name !== charsetName) yield { name, text };
        else if (!/^utf-?8$/i.test(text)) throw notUtf8(name);
      }
    }
  } catch (error) {
    throw brokenBody(error);
  }
}

/** The name of the part with the charset of a form’s texts (RFC 7578, 4.6). */
const charsetName = '_charset_';

/** As forms have it: a file has a name, even an empty one, or is a stream of bytes. */
function isFile({ filename, mimetype }: MultipartFile): boolean {
  // Its type says that there is always a name.
  const name: string | undefined = filename;
  return name !== undefined || mimetype === 'application/octet-stream';
}

function assertBoundary({ headers }: FastifyRequest): void {
  if (!/;\s*boundary=/i.test(headers['content-type'] ?? ''))
    throw malformed(
      'The header Content-Type has no boundary. Let your HTTP library write this header, or add the boundary between the parts: multipart/form-data; boundary=….',
    );
}

function readName({ fieldname }: MultipartFile): string {
  if (fieldname === undefined)
    throw malformed('A part has no name. Name it in Content-Disposition.');
  return fieldname.slice(0, maxNameLength);
}

const identityEncodings = new Set(['7bit', '8bit', 'binary']);

/** Asserts that the bytes of a part are its content: forms encode nothing (RFC 7578, 4.7). */
function assertUnencoded(name: string, { encoding }: MultipartFile): void {
  if (!identityEncodings.has(encoding))
    throw malformed(
      `${name}: Send this part as it is, without the header Content-Transfer-Encoding.`,
    );
}

async function readText(name: string, stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(stream)) {
    size += chunk.length;
    if (size > maxTextBytes) throw malformed(`The part ${name} must be one short text.`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw notUtf8(name);
  }
}

const notUtf8 = (name: string) =>
  malformed(`${name}: This text is not UTF-8. Send the texts of the form in UTF-8.`);

async function* readChunks(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    throw brokenBody(error);
  }
}

const tooManyFiles = (): ApiError => new ApiError('too-many-files', maxUploadSentence);

const tooMany = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT']);

/**
 * Maps an error of the multipart parser to an error of the sender. Returns an ApiError unchanged.
 */
function brokenBody(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (tooMany.has(systemErrorCode(error) ?? ''))
    return malformed(
      'The upload has more parts than entityType, entityId and three for each file.',
    );
  return malformed('The multipart body is broken or was cut off. Send it again.');
}
