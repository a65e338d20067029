import { finished, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { FastifyRequest } from 'fastify';

import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError, partErrors, malformed } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import {
  drainRequest,
  maxUploadBytes,
  maxUploadSentence,
  notMultipart,
} from '#server/http/upload-limits.ts';
import { type Scan, writeVirus } from '#server/scanning/scanner.ts';
import { readUpstreamRecords } from '#server/upstream/client/upstream-pages.ts';
import type { UpstreamClient, UpstreamText } from '#server/upstream/client/upstream.client.ts';
import { recordAccepted, type Recording } from '#server/upstream/history/record-accepted.ts';
import { attachedFiles } from '#server/upstream/history/upstream-changes.rules.ts';

/** What scans uploads, and where they are stored meanwhile. */
export interface Scanning {
  readonly scan: Scan;
  readonly files: FileStore;
}

/** An upload with the caller's key. */
interface Upload extends Omit<Recording, 'log'> {
  /** null: files are not scanned. */
  readonly scanning: Scanning | null;
  readonly token: string;
  /** Headers of the caller to forward. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a multipart body to the upstream service unchanged: as it arrives, or once it is scanned.
 * Records the files that were attached.
 * @throws ApiError 413 when the body is too large, 415 when it is not a multipart body;
 * NoResponseError, and as {@link scanUpload} and {@link readUpstreamRecords}
 */
export async function forwardUpload(
  client: UpstreamClient,
  request: FastifyRequest,
  { token, scanning, headers, ...recording }: Upload,
): Promise<UpstreamText> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!/^multipart\/form-data\s*;(.*;)?\s*boundary=/i.test(type)) throw notMultipart;
  if (Number(length ?? 0) > maxUploadBytes) throw tooLarge;

  const limited = limitSize();
  // `client.read` reports the error while it reads the stream. When it no longer does, or not yet,
  // the sender has disconnected: an error without a listener would end the process.
  limited.on('error', () => {});
  // `pipeline` would destroy the connection on which the rejection is sent back.
  request.raw.pipe(limited);
  finished(request.raw, (error) => {
    // Also called when the sender has disconnected before this point.
    if (error) limited.destroy(new Error('The upload was cut off.'));
  });
  let body: Readable = limited;
  try {
    if (scanning) body = await scanUpload(scanning, limited, { ...recording, request });
    const response = await client.read({
      method: 'POST',
      path: client.config.attachmentPath,
      token,
      headers: {
        ...headers,
        'content-type': type,
        ...(length !== undefined && { 'content-length': length }),
      },
      body,
    });
    const attached = attachedFiles(readUpstreamRecords(response, 'upload', token));
    await recordAccepted({ ...recording, log: request.log }, attached);
    return response;
  } catch (error) {
    throw limited.errored === tooLarge ? tooLarge : error;
  } finally {
    body.destroy();
    drainRequest(request);
  }
}

const tooLarge = new ApiError('request-too-large', maxUploadSentence);

/** Returns a stream that passes an upload on, and fails if it is too large. */
function limitSize(): Transform {
  let size = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxUploadBytes) done(tooLarge);
      else done(null, chunk);
    },
  });
}

interface Arriving extends Pick<Upload, 'db' | 'caller'> {
  readonly request: FastifyRequest;
}

/**
 * Stores an upload until its files are scanned, because the upstream service may use a file before
 * the next one has arrived. Returns the bytes of the upload, which nothing else can read any more.
 * @throws ApiError 422 when a virus was found, 400 as {@link findFormParts}; ScanError
 */
async function scanUpload(
  { scan, files }: Scanning,
  body: Readable,
  { db, caller, request }: Arriving,
): Promise<Readable> {
  const id = newId();
  try {
    await files.write(id, body);
    const errors = new Map<string, string>();
    // Every part, because a text here may be a file to the upstream service.
    const parts = await findFormParts(files, id, request.headers['content-type'] ?? '');
    for (const { name, ...range } of parts) {
      const virus = await scan(await files.read(id, range));
      if (virus === undefined) continue;
      errors.set(name, writeVirus(virus));
      const origin = getOrigin(caller, request);
      await recordAction(db, { ...origin, action: 'virus-found', details: { virus } });
    }
    const rejected = partErrors('virus-found', errors);
    if (rejected) throw rejected;
    return await files.read(id);
  } finally {
    await files.discard(id);
  }
}

/** A part of a multipart body, and where its content is: in bytes, the end exclusive. */
interface FormPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Far more than ten files have, each with its type and name. */
const maxParts = 100;
const maxHeadBytes = 16 * 1024;

const brokenForm = malformed(
  `The multipart body is broken, has no parts or more than ${maxParts}, or could be read in several ways.`,
);

/**
 * Returns the parts of a stored multipart body. Stricter than RFC 7578, because another reader must
 * not find a file where there is no part here, or one part where there are two.
 * @throws ApiError 400 for a body that readers could understand differently
 */
async function findFormParts(files: FileStore, id: string, contentType: string) {
  const boundary = readBoundary(contentType);
  const { found, size } = await findDelimiters(await files.read(id), boundary);
  const parts: FormPart[] = [];
  for (const [index, delimiter] of found.entries()) {
    const start = delimiter + boundary.length + 2;
    const next = found[index + 1];
    const range = { start, end: Math.min(start + maxHeadBytes, next ?? size) };
    const head = await buffer(await files.read(id, range));
    if (next !== undefined) parts.push(readHead(head, start, next - 2));
    else if (range.end < size || !/^--\s*$/.test(head.toString('latin1'))) throw brokenForm;
  }
  if (parts.length === 0) throw brokenForm;
  return parts;
}

/** Returns the boundary. Readers differ on several ones, or on unusual characters. */
function readBoundary(contentType: string): string {
  const parameters = contentType.split(';').filter((text) => /boundary/i.test(text));
  const found = /^\s*boundary=("?)([\w'+.=-]{1,70})\1\s*$/i.exec(parameters.join(';'))?.[2];
  if (found === undefined) throw brokenForm;
  return found;
}

/** Returns where the delimiters are, each at the beginning of a line, and the size of the body. */
async function findDelimiters(body: AsyncIterable<Buffer>, boundary: string) {
  const delimiter = Buffer.from(`--${boundary}`);
  const found: number[] = [];
  let size = 0;
  // Always begins with the two bytes before those that are searched.
  let window = Buffer.from('\r\n');
  for await (const chunk of body) {
    size += chunk.length;
    window = Buffer.concat([window, chunk]);
    let at = window.indexOf(delimiter, 2);
    for (; at !== -1; at = window.indexOf(delimiter, at + 1)) {
      const isLine = window.toString('latin1', at - 2, at) === '\r\n';
      if (!isLine || found.length > maxParts) throw brokenForm;
      found.push(size - window.length + at);
    }
    window = window.subarray(-delimiter.length - 1);
  }
  if (found[0] !== 0) throw brokenForm;
  return { found, size };
}

/** Reads the headers of a part. Content that is encoded, or has parts itself, is rejected. */
function readHead(bytes: Buffer, offset: number, end: number): FormPart {
  const text = bytes.toString('latin1');
  const head = /^\r\n(?:[\w-]+:[^\r\n\0]*\r\n)*\r\n/.exec(text)?.[0];
  const nested =
    /^content-(?:transfer-encoding:(?!\s*(?:7bit|8bit|binary)\s*$)|type:\s*multipart)/im;
  if (head === undefined || offset + head.length > end || nested.test(head)) throw brokenForm;
  const headers = bytes.toString('utf8', 0, head.length);
  const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1] ?? '';
  return { name, start: offset + head.length, end };
}
