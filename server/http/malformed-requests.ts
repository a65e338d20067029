import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { ErrorBody, ErrorCode } from '#contract/v1/errors.ts';

const rejections: Readonly<Record<string, readonly [number, ErrorCode, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'request-timeout',
    'The request took too long to arrive. Send it again.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers of the request are too large.'],
};

/** How long a client has to close its side of a rejected connection, in milliseconds. */
const closingMs = 1_000;

/**
 * Responds on the raw connection to what is not even an HTTP request, or does not arrive in time:
 * sends the same `{error, code}`, then ends the connection, whether or not the client does.
 */
export function rejectMalformedRequest(error: { readonly code?: string }, socket: Socket): void {
  setTimeout(() => socket.destroy(), closingMs).unref();
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, code, sentence] = rejections[error.code ?? ''] ?? [
    400,
    'malformed-request',
    'This is not a valid HTTP request.',
  ];
  const body = JSON.stringify({ error: sentence, code } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
