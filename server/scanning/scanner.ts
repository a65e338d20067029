import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { Counter } from 'prom-client';

/** The files that this process has had scanned, by how that ended. */
export const scannedFiles = new Counter({
  name: 'portal_scanned_files_total',
  help: 'Files scanned for viruses, by result',
  labelNames: ['result'],
  registers: [],
});
// Prometheus sees no increase from nothing to the first.
for (const result of ['clean', 'infected', 'failed', 'broken off']) scannedFiles.inc({ result }, 0);

/** A file could not be scanned: whether it has a virus is unknown. */
export class ScanError extends Error {
  readonly code = 'SCAN_FAILED';
}

/**
 * Scans a file. Returns the name of the virus in it, if there is one.
 * @throws ScanError
 */
export type Scan = (file: Readable) => Promise<string | undefined>;

/** Returns the sentence for a file in which a virus was found. */
export const writeVirus = (virus: string) => `This file contains a virus (${virus}).`;

/** How long ClamAV may be silent, in milliseconds. */
export const maxSilenceMs = 60_000;

/**
 * Returns a scan by ClamAV's daemon at a URL, with its command INSTREAM (clamd(8)). The daemon
 * may be silent for `limitMs`.
 */
export function openScanner(url: string, limitMs = maxSilenceMs): Scan {
  const { protocol, hostname, port, pathname } = new URL(url);
  const address =
    protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port) };
  return async (file) => {
    const socket = connect(address);
    socket.setTimeout(limitMs, () => socket.destroy(new Error('no response')));
    const send = pipeline(file, frame, socket, { end: false }).then(
      () => 'sent',
      (error: Error) => {
        const outcome = socket.destroyed ? 'failed' : 'broken off';
        socket.destroy(error);
        return outcome;
      },
    );
    const [sent, reply] = await Promise.all([send, text(socket).catch(String)]);
    socket.destroy();
    const virus = /^stream: (.+) FOUND\0$/.exec(reply)?.[1];
    const isClean = sent === 'sent' && reply === 'stream: OK\0';
    const unscanned = sent === 'broken off' ? sent : 'failed';
    scannedFiles.inc({ result: virus ? 'infected' : isClean ? 'clean' : unscanned });
    if (virus === undefined && !isClean) throw new ScanError(`ClamAV: ${reply.replace('\0', '')}`);
    return virus;
  };
}

/** Yields the command and the pieces of a file, each after its length; the last one is empty. */
async function* frame(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of file) {
    yield lengthPrefix(piece.length);
    yield piece;
  }
  yield lengthPrefix(0);
}

function lengthPrefix(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
