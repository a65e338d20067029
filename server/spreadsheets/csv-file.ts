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
  return reply
    .header('content-disposition', contentDisposition(file.name))
    .type(`text/csv; charset=${encoding}`)
    .send(Readable.from(bytesOf(takingTurns(file.parts(), client), encoding)));
}

async function findEncoding(parts: AsyncIterable<string>): Promise<FileEncoding> {
  const choice = new EncodingChooser();
  for await (const part of parts) {
    choice.add(part);
    if (choice.encoding === 'utf-8') break;
  }
  return choice.encoding;
}

async function* bytesOf(
  parts: AsyncIterable<string>,
  encoding: FileEncoding,
): AsyncGenerator<Uint8Array> {
  const mark = startWithBom(encoding);
  if (mark !== '') yield encodePart(mark, encoding);
  for await (const piece of inPieces(parts)) yield encodePart(piece, encoding);
}
