import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { nameEncoding } from '#src/bulk-upload/encodings/encoding-names.ts';

import { ContentHash, fileBlocks, readBytes, type FileBlock } from './file-blocks.ts';
import { maxHeaderSize, readFileHeader } from './file-header.ts';
import { rowNotices } from './file-notices.ts';
import type { FileNotice, ReadProgress } from './recognition.ts';
import { RowFindings } from './row-findings.ts';
import { RowFormat, type RowSlice } from './row-format.ts';
import { RowParser } from './row-parser.ts';

/** Bytes parsed at once. Rows are delivered, and read again, in slices of about this size. */
const defaultSliceSize = 512 * 1024;

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

export interface ReadOptions {
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly signal?: AbortSignal;
  /** In bytes. */
  readonly sliceSize?: number;
}

/**
 * Reads every row of a file in blocks and hashes the file at the same time. Only a few blocks are
 * in memory at once, however large the file.
 * @throws an Error with a sentence for the user if the file changes meanwhile; the signal's reason
 * if it is aborted
 */
export async function readFileRows(
  file: Blob,
  parseOptions: ParseOptions,
  onSlice: (slice: RowSlice) => void,
  { onProgress, signal, sliceSize = defaultSliceSize }: ReadOptions = {},
): Promise<ReadFile> {
  const blocks = fileBlocks(file);
  const format = await openRows(file, parseOptions);
  const found = new RowFindings(format);
  const parser = new RowParser(format, found, onSlice);
  const hash = new ContentHash();
  for await (const block of blocks) {
    signal?.throwIfAborted();
    await hash.add(block.bytes);
    const bytes = block.offset + block.bytes.length;
    // Callers that need the hash don't have to wait for the last rows.
    if (bytes === file.size)
      onProgress?.({ bytes: block.offset, rows: found.rows, contentHash: await hash.hex() });
    for (const slice of slicesOf(block, format.fileHeader.rowsOffset, sliceSize))
      parser.push(slice);
    if (bytes === file.size) parser.end();
    onProgress?.({ bytes, rows: found.rows, contentHash: null });
  }
  return openedFile(file, format, found, await hash.hex());
}

/** Yields the bytes of a block that are not before the first row, a slice at a time. */
function* slicesOf({ offset, bytes }: FileBlock, rowsOffset: number, sliceSize: number) {
  for (let at = Math.max(0, rowsOffset - offset); at < bytes.length; at += sliceSize)
    yield bytes.subarray(at, at + sliceSize);
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
 * Returns how the rows of a file are parsed.
 * @throws an Error with a sentence for the user if the header is not in the chosen encoding
 */
async function openRows(file: Blob, parseOptions: ParseOptions): Promise<RowFormat> {
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
