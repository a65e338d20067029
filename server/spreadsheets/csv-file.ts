import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import {
  EncodingChooser,
  encodePart,
  startWithBom,
  type FileEncoding,
} from '#contract/bulk-upload/csv-text.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { inPieces, takingTurns } from '#server/http/taking-turns.ts';

/** A CSV file to download, in parts of one or more lines, so that it is never whole in memory. */
export interface CsvFile {
  readonly name: string;
  /** Returns all parts; each call reads them again. */
  parts(): AsyncIterable<string> | Iterable<string>;
}

/**
 * Sends a CSV file. The encoding must be known before the first byte, so the text is read twice:
 * first to check whether windows-1252 can encode all of it, then to send it. If a row changes in
 * between to text that windows-1252 cannot encode, the download breaks off rather than send a wrong
 * character. Both passes let other requests run in between, follow the speed of the client and end
 * when the client leaves.
 */
export async function sendCsv(reply: FastifyReply, file: CsvFile): Promise<FastifyReply> {
  const client = reply.raw;
  const encoding = await findEncoding(takingTurns(file.parts(), client));
  async function* pieces() {
    yield startWithBom(encoding);
    yield* inPieces(takingTurns(file.parts(), client));
  }
  return sendBytes(reply, file.name, encoding, pieces());
}

/**
 * Sends a CSV file in parts as UTF-8 with a byte order mark, which spreadsheets need. The first
 * part goes at once, so that the browser begins the download.
 */
export function sendUtf8Csv(
  reply: FastifyReply,
  name: string,
  parts: AsyncGenerator<string>,
): FastifyReply {
  async function* pieces() {
    const { value: header = '' } = await parts.next();
    yield startWithBom('utf-8') + header;
    yield* inPieces(takingTurns(parts, reply.raw));
  }
  return sendBytes(reply, name, 'utf-8', pieces());
}

function sendBytes(
  reply: FastifyReply,
  name: string,
  encoding: FileEncoding,
  pieces: AsyncIterable<string>,
): FastifyReply {
  async function* bytes() {
    for await (const piece of pieces) yield encodePart(piece, encoding);
  }
  return reply
    .header('content-disposition', contentDisposition(name))
    .type(`text/csv; charset=${encoding}`)
    .send(Readable.from(bytes()));
}

async function findEncoding(parts: AsyncIterable<string>): Promise<FileEncoding> {
  const choice = new EncodingChooser();
  for await (const part of parts) {
    choice.add(part);
    if (choice.encoding === 'utf-8') break;
  }
  return choice.encoding;
}
