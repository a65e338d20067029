import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The file that every scanner reports as a virus. In two parts, so that none reports this one. */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** A stand-in for ClamAV's daemon, written from clamd(8): it answers INSTREAM and nothing else. */
export interface ClamdStandIn {
  readonly url: string;
  /** What was scanned so far. */
  readonly scanned: readonly Buffer[];
  /** How many files were being scanned at the same time, at most. */
  readonly maxAtOnce: () => number;
  /** Replies nothing from now on. */
  freeze(): void;
  /** Reads no more than so many bytes of a file. */
  limit(bytes: number): void;
  close(): Promise<void>;
}

/** Starts a stand-in, on a free port or on the one of an earlier URL. */
export async function startClamdStandIn(url = 'tcp://127.0.0.1:0'): Promise<ClamdStandIn> {
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();
  const scanning = new Set<Socket>();
  let maxAtOnce = 0;
  let maxBytes = Infinity;
  let isFrozen = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    scanning.add(socket);
    maxAtOnce = Math.max(maxAtOnce, scanning.size);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const end = (reply: string) => {
      scanning.delete(socket);
      if (!isFrozen) socket.end(`${reply}\0`);
    };
    let received = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      const file = readFile(received);
      if (!file) return;
      if (file.bytes.length > maxBytes) end('INSTREAM size limit exceeded. ERROR');
      else if (file.isComplete) {
        scanned.push(file.bytes);
        end(`stream: ${file.bytes.indexOf(eicar) === 0 ? 'Eicar-Signature FOUND' : 'OK'}`);
      }
    });
  }).listen(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is listened on.');
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    scanned,
    maxAtOnce: () => maxAtOnce,
    freeze: () => (isFrozen = true),
    limit: (bytes) => (maxBytes = bytes),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads the pieces of a file after the command: each after its length, the last one empty. */
function readFile(received: Buffer): { bytes: Buffer; isComplete: boolean } | undefined {
  const command = Buffer.from('zINSTREAM\0');
  if (received.length < command.length) return undefined;
  if (received.indexOf(command) !== 0) throw new Error('Another command than INSTREAM.');
  const pieces: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(pieces), isComplete: true };
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(pieces), isComplete: false };
}
