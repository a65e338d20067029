import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import { EncodingChoice, encodePart, markOf, type FileEncoding } from '#contract/csv-text.ts';
import { contentDisposition } from '#server/plugins/content-disposition.ts';
import { inPieces, takingTurns } from '#server/plugins/taking-turns.ts';

/** A CSV file to download, in parts of one line or more, so that it is never whole in memory. */
export interface CsvFile {
  readonly name: string;
  /** Every part; each call reads them anew. */
  parts(): AsyncIterable<string> | Iterable<string>;
  /** The parts with text that people wrote, where those are known to be few: they alone decide the encoding. */
  writtenParts?(): AsyncIterable<string>;
}

/**
 * Sends a CSV file. Its encoding has to be known before its first byte, so its text is read twice: to see whether windows-1252 holds all
 * of it, then to send it. Where a row changed in between to what that cannot hold, the download breaks off rather than send a wrong letter.
 * Both take turns with other requests, at the pace of the client, and end when the client leaves.
 */
export async function sendCsv(reply: FastifyReply, file: CsvFile): Promise<FastifyReply> {
  const client = reply.raw;
  const encoding = await encodingOf(takingTurns(file.writtenParts?.() ?? file.parts(), client));
  return reply
    .header('content-disposition', contentDisposition(file.name))
    .type(`text/csv; charset=${encoding}`)
    .send(Readable.from(bytesOf(takingTurns(file.parts(), client), encoding)));
}

async function encodingOf(parts: AsyncIterable<string>): Promise<FileEncoding> {
  const choice = new EncodingChoice();
  for await (const part of parts) {
    choice.take(part);
    if (choice.encoding === 'utf-8') break;
  }
  return choice.encoding;
}

async function* bytesOf(
  parts: AsyncIterable<string>,
  encoding: FileEncoding,
): AsyncGenerator<Uint8Array> {
  const mark = markOf(encoding);
  if (mark !== '') yield encodePart(mark, encoding);
  for await (const piece of inPieces(parts)) yield encodePart(piece, encoding);
}
