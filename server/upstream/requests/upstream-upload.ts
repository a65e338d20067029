import { finished, Transform } from 'node:stream';

import type { FastifyRequest } from 'fastify';

import { ApiError } from '#server/errors/api-error.ts';
import {
  drainRequest,
  maxUploadBytes,
  maxUploadSentence,
  notMultipart,
} from '#server/http/upload-limits.ts';
import { readUpstreamRecords } from '#server/upstream/client/upstream-records.ts';
import type { UpstreamClient, UpstreamText } from '#server/upstream/client/upstream.client.ts';
import { recordAccepted, type Recording } from '#server/upstream/history/record-accepted.ts';
import { attachedFiles } from '#server/upstream/history/upstream-changes.rules.ts';

/** An upload with the caller's key. */
interface Upload extends Omit<Recording, 'log'> {
  readonly token: string;
  /** Headers of the caller to forward. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Streams a multipart body to the upstream service unchanged. Buffers only what is in transit.
 * Records the files that were attached.
 * @throws ApiError 413 when the body is too large, 415 when it is not a multipart body;
 * NoResponseError, and as {@link readUpstreamRecords}
 */
export async function forwardUpload(
  client: UpstreamClient,
  request: FastifyRequest,
  { token, headers, ...recording }: Upload,
): Promise<UpstreamText> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) throw notMultipart;
  if (Number(length ?? 0) > maxUploadBytes) throw tooLarge();

  const limited = limitSize(maxUploadBytes);
  // `client.read` reports the error while it reads the stream. When it no longer does, or not yet,
  // the sender has gone: an error without a listener would end the process.
  limited.stream.on('error', () => {});
  // `pipeline` would destroy the connection on which the rejection is sent back.
  request.raw.pipe(limited.stream);
  finished(request.raw, (error) => {
    // Also called when the sender has disconnected before this point.
    if (error) limited.stream.destroy(new Error('The upload was cut off.'));
  });
  try {
    const response = await client.read({
      method: 'POST',
      path: client.config.attachmentPath,
      token,
      headers: {
        ...headers,
        'content-type': type,
        ...(length !== undefined && { 'content-length': length }),
      },
      body: limited.stream,
    });
    const attached = attachedFiles(readUpstreamRecords(response, 'upload', token));
    await recordAccepted({ ...recording, log: request.log }, attached);
    return response;
  } catch (error) {
    throw limited.isExceeded() ? tooLarge() : error;
  } finally {
    drainRequest(request);
  }
}

function limitSize(maxBytes: number) {
  let size = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) done(new Error('The upload is too large.'));
      else done(null, chunk);
    },
  });
  return { stream, isExceeded: () => size > maxBytes };
}

function tooLarge(): ApiError {
  return new ApiError('request-too-large', maxUploadSentence);
}
