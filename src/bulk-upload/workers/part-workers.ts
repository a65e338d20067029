import { usualSizes } from '#src/bulk-upload/reader/row-reader.ts';
import type { OpenPartWorkers } from '#src/bulk-upload/rows/validated-slices.ts';
import { startWorker } from '#src/lib/script-address.ts';

import type { PartMessage, PartReply, PartWorkerFile } from './part.worker.ts';
import workerAddress from './part.worker.ts?worker&url';

/** Smaller files are read before further workers have started. */
const minFileSize = 12 * 1024 * 1024;
/** More workers take memory, and the rows still have to be joined in one. */
const maxWorkers = 4;
/** One part is read from disk while another is parsed. */
const partsPerWorker = 2;

/** Starts workers that read a file side by side; none for a small file or a single core. */
export const openPartWorkers: OpenPartWorkers = (file, parseOptions, context) => {
  const count = Math.min(navigator.hardwareConcurrency, maxWorkers);
  if (file.size < minFileSize || count < 2 || typeof Worker === 'undefined') return undefined;
  const workers = Array.from(
    { length: count },
    () => new PartWorker({ file, parseOptions, context }),
  );
  return {
    sizes: usualSizes,
    capacity: count * partsPerWorker,
    parse: (request, bytes) =>
      workers
        .reduce((one, other) => (other.pending < one.pending ? other : one))
        .parse({ request, bytes }),
    close: () => {
      for (const worker of workers) worker.close();
    },
  };
};

/** A worker that parses parts of a file. */
class PartWorker {
  readonly #worker = startWorker(workerAddress, 'bulk upload, part');
  readonly #pending = new Map<number, (parsed: PartReply['parsed']) => void>();
  #isClosed = false;

  constructor(file: PartWorkerFile) {
    this.#worker.onerror = () => this.close();
    this.#worker.onmessageerror = () => this.close();
    this.#worker.onmessage = ({ data: { part, parsed } }: MessageEvent<PartReply>) => {
      this.#pending.get(part)?.(parsed);
      this.#pending.delete(part);
    };
    this.#worker.postMessage(file);
  }

  /** The number of parts that were requested and are not parsed yet; infinite once it has ended. */
  get pending(): number {
    return this.#isClosed ? Infinity : this.#pending.size;
  }

  /** Parses a part, whose bytes are gone from here then. */
  parse(message: PartMessage): Promise<PartReply['parsed']> {
    if (this.#isClosed) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#pending.set(message.request.part, resolve);
      this.#worker.postMessage(message, [message.bytes.bytes.buffer]);
    });
  }

  /** Ends the worker; what it was parsing resolves with null. */
  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    for (const resolve of this.#pending.values()) resolve(null);
    this.#pending.clear();
  }
}
