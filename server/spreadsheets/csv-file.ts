import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import { EncodingChoice, encodePart, markOf, type FileEncoding } from '#contract/csv-text.ts';
import { contentDisposition } from '#server/plugins/content-disposition.ts';

/** Characters that are sent at once: a line at a time would cost more in sending than in reading. */
const worthSending = 65_536;

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
 */
export async function sendCsv(reply: FastifyReply, file: CsvFile): Promise<FastifyReply> {
  const encoding = await encodingOf(file.writtenParts?.() ?? file.parts());
  return reply
    .header('content-disposition', contentDisposition(file.name))
    .type(`text/csv; charset=${encoding}`)
    .send(Readable.from(bytesOf(file, encoding)));
}

async function encodingOf(parts: AsyncIterable<string> | Iterable<string>): Promise<FileEncoding> {
  const choice = new EncodingChoice();
  for await (const part of parts) {
    choice.take(part);
    if (choice.encoding === 'utf-8') break;
  }
  return choice.encoding;
}

async function* bytesOf(file: CsvFile, encoding: FileEncoding): AsyncGenerator<Uint8Array> {
  let waiting = markOf(encoding);
  for await (const part of file.parts()) {
    waiting += part;
    if (waiting.length < worthSending) continue;
    yield encodePart(waiting, encoding);
    waiting = '';
  }
  if (waiting !== '') yield encodePart(waiting, encoding);
}
