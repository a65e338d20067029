import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { nameEncoding } from '#src/bulk-upload/encodings/encoding-names.ts';

import {
  blockAt,
  blockSize,
  ContentHash,
  fileBlocks,
  readBytes,
  type FileBlock,
} from './file-blocks.ts';
import { maxHeaderSize, readFileHeader } from './file-header.ts';
import { rowNotices } from './file-notices.ts';
import {
  partParser,
  readPartBytes,
  type ParsedPart,
  type PartBytes,
  type PartRequest,
  type PartSizes,
} from './part-reader.ts';
import type { FileNotice, ReadProgress } from './recognition.ts';
import { RowFindings } from './row-findings.ts';
import { RowFormat, type RowSlice } from './row-format.ts';

export const usualSizes: PartSizes = { partSize: blockSize, sliceSize: 512 * 1024 };

/** A file whose rows have been read once. */
export interface ReadFile {
  /** The number of rows after the header, blank rows included. */
  readonly rows: number;
  /** The SHA-256, in hex, of the digests of the file's 4 MiB blocks. */
  readonly contentHash: string;
  /**
   * The notices that only the rows can give. After a notice of weight `stop`, no further rows were
   * read.
   */
  readonly notices: readonly FileNotice[];
  /** The number of slices. */
  readonly slices: number;
  /** Returns the index of the slice that contains a row, or null if there is no such row. */
  sliceOf(row: number): number | null;
  /**
   * Reads the rows of one slice again. Rejects with a sentence for the user if the file has
   * changed.
   */
  rowsAt(slice: number): Promise<RowSlice>;
}

/** A part that was parsed before its turn, and what was made of its rows. */
export type PartAhead<T> = ParsedPart & { readonly content: T };

/** Parses parts of a file before their turn. `T`: what it makes of their rows. */
export interface PartsAhead<T> {
  /** How the file is divided. */
  readonly sizes: PartSizes;
  /** How many parts are read and parsed ahead at a time. */
  readonly capacity: number;
  /** Parses a part, and may transfer its bytes. Resolves with null if that was not possible. */
  readonly parse: (request: PartRequest, bytes: PartBytes) => Promise<PartAhead<T> | null>;
  /** Called with each part that was proven to begin where the one before ended, in order. */
  readonly accept: (content: T) => void;
}

export interface ReadOptions<T = unknown> {
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly signal?: AbortSignal;
  /** In bytes: see `PartSizes`. */
  readonly partSize?: number;
  readonly sliceSize?: number;
  /** Parses parts of the file before their turn. */
  readonly ahead?: PartsAhead<T> | undefined;
}

/**
 * Reads every row of a file in parts and hashes the file at the same time. Only a few parts are in
 * memory at once, however large the file. A part that was read ahead is accepted if it begins where
 * the rows before it end; otherwise it is read here, and its rows are passed to `onSlice`.
 * @throws an Error with a sentence for the user if the file changes meanwhile; the signal's reason
 * if it is aborted
 */
export async function readFileRows<T>(
  file: Blob,
  parseOptions: ParseOptions,
  onSlice: (slice: RowSlice) => void,
  options: ReadOptions<T> = {},
): Promise<ReadFile> {
  const { onProgress, signal, ahead, partSize, sliceSize } = {
    ...usualSizes,
    ...options,
    ...options.ahead?.sizes,
  };
  const readBlock = blockReader(file, partSize, ahead === undefined);
  const format = await openRows(file, parseOptions);
  const found = new RowFindings(format, format.fileHeader.rowsOffset);
  const parts = partsAhead(file, format, found, ahead);
  const parse = partParser(file, format, found, sliceSize, onSlice);
  const hash = new ContentHash();
  for (let offset = 0; offset < file.size; offset += partSize) {
    const { value: part } = await parts.next();
    signal?.throwIfAborted();
    const block = part?.isAccepted ? null : await readBlock(offset);
    if (part) hash.addDigest(part.digest);
    else if (block !== null) await hash.add(block.bytes);
    const bytes = Math.min(file.size, offset + partSize);
    // Whoever needs the hash doesn't have to wait for the last rows.
    if (bytes === file.size)
      onProgress?.({ bytes: offset, rows: found.rows, contentHash: await hash.hex() });
    if (block !== null && found.stop === null) await parse(block);
    onProgress?.({ bytes, rows: found.rows, contentHash: null });
  }
  return openedFile(file, format, found, await hash.hex());
}

async function openedFile(
  file: Blob,
  format: RowFormat,
  found: RowFindings,
  contentHash: string,
): Promise<ReadFile> {
  const { rows, index, letters, lineEnds, utf8 } = found;
  return {
    rows,
    contentHash,
    notices: [
      ...(await rowNotices(file, format, found)),
      ...lineEnds.notices(),
      ...letters.notices(utf8.firstNonAscii !== null),
    ],
    slices: index.slices,
    sliceOf: (row) => index.sliceOf(row),
    rowsAt: async (slice) => {
      const { firstRow, start, end } = index.at(slice);
      return format.sliceOfBytes(await readBytes(file, start, end), firstRow);
    },
  };
}

/**
 * Returns a function that reads the block at an offset. `isAll`: whether it will be called for all
 * blocks in order, so that the next one can be read meanwhile.
 */
function blockReader(
  file: Blob,
  size: number,
  isAll: boolean,
): (offset: number) => Promise<FileBlock> {
  const blocks = isAll ? fileBlocks(file, size) : null;
  return async (offset) => (await blocks?.next())?.value ?? (await blockAt(file, offset, size));
}

/**
 * Returns how the rows of a file are parsed.
 * @throws an Error with a sentence for the user if the header is not in the chosen encoding
 */
export async function openRows(file: Blob, parseOptions: ParseOptions): Promise<RowFormat> {
  const fileHeader = readFileHeader(
    await readBytes(file, 0, Math.min(file.size, maxHeaderSize)),
    parseOptions,
  );
  if (fileHeader.cells.some((cell) => cell.includes('\ufffd'))) {
    throw new Error(
      `The header cannot be read as ${nameEncoding(parseOptions.encoding)}. Choose another encoding.`,
    );
  }
  return new RowFormat(parseOptions, fileHeader);
}

/** A part that was read ahead: its digest, and its rows if they could be parsed. */
interface ReadPart<T> {
  readonly digest: ArrayBuffer;
  readonly parsed: PartAhead<T> | null;
}

/**
 * Yields the parts of a file in order, each with its digest, while further parts are read; nothing
 * if parts are not read ahead. A part is accepted if its first row begins where the rows found so
 * far end; then none of its rows has to be read.
 */
async function* partsAhead<T>(
  file: Blob,
  format: RowFormat,
  found: RowFindings,
  ahead: PartsAhead<T> | undefined,
): AsyncGenerator<{ readonly digest: ArrayBuffer; readonly isAccepted: boolean }, undefined> {
  if (ahead === undefined) return undefined;
  const { capacity, sizes } = ahead;
  const parts = Math.ceil(file.size / sizes.partSize);
  const pending: Promise<ReadPart<T>>[] = [];
  /** Reads a part here, where nothing keeps its bytes waiting, and has it parsed elsewhere. */
  const read = async (part: number): Promise<ReadPart<T>> => {
    const { digest, ...bytes } = await readPartBytes(file, part, sizes.partSize);
    const paddedWidth = format.paddedWidth ?? format.fileHeader.cells.length;
    const request = { part, isLast: part === parts - 1, paddedWidth };
    const parsed = found.stop === null ? await ahead.parse(request, bytes) : null;
    return { digest: await digest, parsed };
  };
  const accept = (parsed: PartAhead<T> | null): boolean => {
    if (found.stop !== null) return true;
    if (parsed?.findings.start !== found.end) return false;
    if (parsed.expectedWidth !== format.paddedWidth) return false;
    format.paddedWidth = parsed.paddedWidth;
    found.append(parsed.findings);
    ahead.accept(parsed.content);
    return true;
  };
  for (let next = 0; next < parts || pending.length > 0;) {
    for (; pending.length < capacity && next < parts; next += 1) {
      const part = read(next);
      // A caller that stops early never awaits this promise.
      part.catch(() => undefined);
      pending.push(part);
    }
    const part = await pending.shift();
    if (part !== undefined) yield { digest: part.digest, isAccepted: accept(part.parsed) };
  }
  return undefined;
}
