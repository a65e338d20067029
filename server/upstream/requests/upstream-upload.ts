import { finished, type Readable, Transform } from 'node:stream';

import type { FastifyRequest } from 'fastify';

import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError, partErrors } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import {
  drainRequest,
  maxUploadBytes,
  maxUploadSentence,
  notMultipart,
} from '#server/http/upload-limits.ts';
import { type Scan, writeVirus } from '#server/scanning/scanner.ts';
import { readUpstreamRecords } from '#server/upstream/client/upstream-records.ts';
import type { UpstreamClient, UpstreamText } from '#server/upstream/client/upstream.client.ts';
import { recordAccepted, type Recording } from '#server/upstream/history/record-accepted.ts';
import { attachedFiles } from '#server/upstream/history/upstream-changes.rules.ts';

import { findFormParts } from './form-parts.ts';

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
  // the sender has gone: an error without a listener would end the process.
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
    // Every part, because what is a text here may be a file to the upstream service.
    const parts = await findFormParts(files, id, request.headers['content-type'] ?? '');
    for (const { name, ...range } of parts) {
      const virus = await scan(await files.read(id, range));
      if (virus === undefined) continue;
      errors.set(name, writeVirus(virus));
      const origin = getOrigin(caller, request);
      await recordAct(db, { ...origin, act: 'virus-found', details: { virus } });
    }
    const rejected = partErrors('virus-found', errors);
    if (rejected) throw rejected;
    return await files.read(id);
  } finally {
    await files.discard(id);
  }
}
