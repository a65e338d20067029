import { readBytes } from '#src/bulk-upload/reader/file-blocks.ts';

import { damaged, tooLarge, tooManyFormats } from './workbook-errors.ts';
import { readContent, type Compression } from './zip-content.ts';

/** One file in a zip container. */
interface ZipEntry extends Compression {
  /** In bytes, as stored. */
  readonly size: number;
  /** The byte at which the entry begins. */
  readonly start: number;
}

/**
 * The records of a zip container: their marks and the lengths of their fixed parts in bytes
 * (APPNOTE.TXT 6.3.10, 4.3).
 */
const endRecord = { mark: 0x06054b50, length: 22 };
const end64Locator = { mark: 0x07064b50, length: 20 };
const end64Record = { mark: 0x06064b50, length: 56 };
const directoryRecord = { mark: 0x02014b50, length: 46 };
const localRecord = { mark: 0x04034b50, length: 30 };
const maxCommentLength = 65_535;
/** Max size in bytes of the directory. That of a workbook is a few kilobytes. */
const maxDirectorySize = 16 * 1024 * 1024;
/** A size of 4 bytes that stands in an extra field of 8 bytes. */
const inExtraField = 0xffff_ffff;
/** Max size in bytes of an entry after decompression: a full sheet of Excel has some 4 GB. */
const maxContentSize = 8 * 1024 ** 3;
/**
 * Max characters of a part that is read whole. Of those only the formats of cells grow large: the
 * 65,490 that Excel allows have some 15 MB.
 */
const maxTextLength = 64 * 1024 ** 2;

/** The files in a zip container, found through its directory. */
export class ZipFile {
  readonly #file: Blob;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(file: Blob, entries: ReadonlyMap<string, ZipEntry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws Error with a sentence for the user if the container is damaged */
  static async open(file: Blob): Promise<ZipFile> {
    return new ZipFile(file, await readDirectory(file));
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
    const bytes = await this.#stored(entry);
    const progress = { stored: 0 };
    const reader = readContent(bytes, entry, progress).getReader();
    let decoder: TextDecoder | undefined;
    let size = 0;
    try {
      for (;;) {
        const { value } = await reader.read();
        signal?.throwIfAborted();
        if (value === undefined) break;
        size += value.length;
        if (size > maxContentSize) throw new Error(tooLarge);
        decoder ??= new TextDecoder(findEncoding(value));
        const share = progress.stored / Math.max(1, entry.size);
        if (onText(decoder.decode(value, { stream: true }), share) === false) return;
      }
    } catch (error) {
      if (error instanceof TypeError) throw new Error(damaged, { cause: error });
      // A text of more characters than the browser can hold.
      throw error instanceof RangeError ? new Error(tooLarge, { cause: error }) : error;
    } finally {
      reader.cancel().catch(() => undefined);
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') onText(rest, 1);
  }

  /** Returns the stored bytes of an entry, compressed or not. */
  async #stored({ start, size }: ZipEntry): Promise<Blob> {
    const header = await readView(this.#file, start, start + localRecord.length);
    if (header.getUint32(0, true) !== localRecord.mark) throw new Error(damaged);
    const names = header.getUint16(26, true) + header.getUint16(28, true);
    const first = start + localRecord.length + names;
    if (first + size > this.#file.size) throw new Error(damaged);
    return this.#file.slice(first, first + size);
  }
}

/** Returns the encoding of XML by its first bytes (XML 1.0, appendix F). */
function findEncoding([first = 0, second = 0]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/** Returns the entries of a container by their names in lower case. */
async function readDirectory(file: Blob): Promise<Map<string, ZipEntry>> {
  const tailStart = Math.max(0, file.size - endRecord.length - maxCommentLength);
  const tail = await readView(file, tailStart, file.size);
  let at = tail.byteLength - endRecord.length;
  while (at >= 0 && tail.getUint32(at, true) !== endRecord.mark) at -= 1;
  if (at < 0) throw new Error(damaged);
  const { start, size, count } = (await directory64(file, tail, at)) ?? {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  };
  if (size > maxDirectorySize) throw new Error(damaged);
  const entries = entriesIn(await readView(file, start, start + size));
  // None gets lost unnoticed.
  if (entries.length !== count) throw new Error(damaged);
  return new Map(entries);
}

/** Returns where the directory of a zip64 container is; undefined for other containers. */
async function directory64(file: Blob, tail: DataView, end: number) {
  const locator = end - end64Locator.length;
  if (locator < 0 || tail.getUint32(locator, true) !== end64Locator.mark) return undefined;
  const at = Number(tail.getBigUint64(locator + 8, true));
  const record = await readView(file, at, at + end64Record.length);
  if (record.getUint32(0, true) !== end64Record.mark) throw new Error(damaged);
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    start: Number(record.getBigUint64(48, true)),
  };
}

function entriesIn(view: DataView): (readonly [name: string, entry: ZipEntry])[] {
  const entries: (readonly [string, ZipEntry])[] = [];
  const names = new TextDecoder();
  let at = 0;
  while (at + directoryRecord.length <= view.byteLength) {
    if (view.getUint32(at, true) !== directoryRecord.mark) break;
    const nameStart = at + directoryRecord.length;
    const extraStart = nameStart + view.getUint16(at + 28, true);
    const extraEnd = extraStart + view.getUint16(at + 30, true);
    if (extraEnd > view.byteLength) throw new Error(damaged);
    const name = names.decode(
      new Uint8Array(view.buffer, view.byteOffset + nameStart, extraStart - nameStart),
    );
    const entry = {
      method: view.getUint16(at + 10, true),
      isEncrypted: view.getUint16(at + 8, true) % 2 === 1,
      ...sizesAndStart(view, at, extraStart, extraEnd),
    };
    entries.push([name.replaceAll('\\', '/').toLowerCase(), entry]);
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the sizes and start of an entry, from its extra field where 4 bytes don't hold them. */
function sizesAndStart(view: DataView, at: number, extraStart: number, extraEnd: number) {
  let size = view.getUint32(at + 20, true);
  let contentSize = view.getUint32(at + 24, true);
  let start = view.getUint32(at + 42, true);
  for (let field = extraStart; field + 4 <= extraEnd;) {
    const fieldEnd = field + 4 + view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === 1) {
      // The field has only those values that 4 bytes don't hold, in this order.
      let value = field + 4;
      const next = () => {
        if (value + 8 > Math.min(fieldEnd, extraEnd)) throw new Error(damaged);
        value += 8;
        return Number(view.getBigUint64(value - 8, true));
      };
      if (contentSize === inExtraField) contentSize = next();
      if (size === inExtraField) size = next();
      if (start === inExtraField) start = next();
    }
    field = fieldEnd;
  }
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, view.getUint32(at + 16, true), true);
  trailer.setUint32(4, contentSize, true);
  return { size, start, trailer: new Uint8Array(trailer.buffer) };
}

async function readView(file: Blob, start: number, end: number): Promise<DataView> {
  if (end > file.size) throw new Error(damaged);
  return new DataView((await readBytes(file, start, end)).buffer);
}
