import type { FastifyRequest } from 'fastify';

import { attachmentLimits } from '#contract/v1/attachments.ts';
import { ApiError } from '#server/errors/api-error.ts';

/** The maximum size in bytes: the files that one request can carry, and the other parts. */
export const maxUploadBytes = attachmentLimits.files * attachmentLimits.bytes + 1024 * 1024;

/** Says how many files one request can carry. */
export const maxUploadSentence = `One request carries at most ${attachmentLimits.files} files of 25 MiB each. Send the others in another one.`;

/** The error for a body that is not multipart. */
export const notMultipart = new ApiError(
  'unsupported-body-type',
  'Send the files as multipart/form-data, with its boundary in the header Content-Type.',
);

/**
 * Reads and discards the rest of the request, so that a sender who reads only after sending
 * everything receives the response.
 */
export function drainRequest(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}
