import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';

import { damaged, type SheetReadOptions, tooLarge, tooManyFormats } from './workbook.ts';
import type { Vocabulary } from './xml-names.ts';
import { type XmlHandler, XmlScanner } from './xml-scanner.ts';

/** Max size in bytes of an entry after decompression: a full sheet of Excel has some 4 GB. */
const maxContentSize = 8 * 1024 ** 3;
/**
 * Max characters of a part that is read whole. Of those only the formats of cells grow large: the
 * 65,490 that Excel allows have some 15 MB.
 */
const maxTextLength = 64 * 1024 ** 2;

/** The files in a zip container, found through its directory. */
export class ZipFile {
  readonly #entries: ReadonlyMap<string, FileEntry>;

  private constructor(entries: ReadonlyMap<string, FileEntry>) {
    this.#entries = entries;
  }

  /** @throws Error with a sentence for the user if the container is damaged */
  static async open(file: Blob): Promise<ZipFile> {
    const reader = new ZipReader(new BlobReader(file), { checkCrc32: true, useWebWorkers: false });
    const entries = await reader.getEntries().catch(sayDamaged);
    const files = entries.filter((entry) => !entry.directory);
    return new ZipFile(
      new Map(files.map((entry) => [entry.filename.replaceAll('\\', '/').toLowerCase(), entry])),
    );
  }

  /** Returns whether there is a file with this name, whatever its case. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * Returns the text of a file; `''` if there is none. For small files.
   * @throws Error with a sentence for the user if the text is longer than any workbook needs
   */
  async text(name: string): Promise<string> {
    let text = '';
    await this.read(name, (part) => {
      text += part;
      if (text.length > maxTextLength) throw new Error(tooManyFormats);
    });
    return text;
  }

  /**
   * Passes the text of a file part by part to `onText`, until that returns false. Does nothing if
   * there is no such file.
   * @param onText is given a part of the text, and the share of the file that was read
   */
  async read(
    name: string,
    onText: (text: string, share: number) => boolean | void,
    signal?: AbortSignal,
  ): Promise<void> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) return;
    let share = 0;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const countShare = async (stored: number) => {
      share = stored / Math.max(1, entry.compressedSize);
    };
    entry
      .getData(writable, { onprogress: countShare })
      // Some failures don't reach the stream. One that does has ended it already.
      .catch((error) => writable.abort(error))
      .catch(() => undefined);
    const reader = readable.getReader();
    let decoder: TextDecoder | undefined;
    let size = 0;
    try {
      for (;;) {
        const { value } = await reader.read().catch(sayDamaged);
        signal?.throwIfAborted();
        if (value === undefined) break;
        size += value.length;
        if (size > maxContentSize) throw new Error(tooLarge);
        decoder ??= new TextDecoder(findEncoding(value));
        if (onText(decoder.decode(value, { stream: true }), share) === false) return;
      }
    } catch (error) {
      // A text of more characters than the browser can hold.
      throw error instanceof RangeError ? new Error(tooLarge, { cause: error }) : error;
    } finally {
      reader.cancel().catch(() => undefined);
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') onText(rest, 1);
  }
}

function sayDamaged(cause: unknown): never {
  throw new Error(damaged, { cause });
}

/** Returns the encoding of XML by its first bytes (XML 1.0, appendix F). */
function findEncoding([first = 0, second = 0]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Scans a part of a workbook, until its handler needs no more.
 * @throws Error with a sentence for the user if it is damaged; the signal's reason if it is aborted
 */
export async function scanPart(
  zip: ZipFile,
  name: string,
  handler: XmlHandler,
  vocabulary: Vocabulary,
  { signal, onProgress }: SheetReadOptions = {},
): Promise<void> {
  const scanner = new XmlScanner(handler, vocabulary);
  await zip.read(
    name,
    (text, share) => {
      scanner.push(text);
      onProgress?.(share);
      return handler.isDone !== true;
    },
    signal,
  );
  if (handler.isDone !== true) scanner.end();
}
