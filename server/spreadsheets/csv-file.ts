import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import { contentDisposition } from '#server/http/content-disposition.ts';
import { inPieces, yieldToEventLoop } from '#server/http/event-loop.ts';

/** Without it, Excel reads a CSV file in the encoding of the country and damages names. */
const byteOrderMark = '\uFEFF';

/**
 * Sends a CSV file as UTF-8 with a byte order mark. Its parts are one or more whole lines, so that
 * it is never whole in memory; the first one is sent at once, so that the browser begins the
 * download. Other requests run in between. Reading follows the speed of the client, and ends when
 * the client disconnects, or when `assertMayRead`, which runs before each piece, throws.
 */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  parts: AsyncGenerator<string>,
  assertMayRead: () => Promise<void>,
): FastifyReply {
  async function* pieces() {
    const { value: header = '' } = await parts.next();
    yield byteOrderMark + header;
    for await (const piece of inPieces(yieldToEventLoop(parts, reply.raw))) {
      await assertMayRead();
      yield piece;
    }
  }
  return reply
    .header('content-disposition', contentDisposition(name))
    .type('text/csv; charset=utf-8')
    .send(Readable.from(pieces()));
}
