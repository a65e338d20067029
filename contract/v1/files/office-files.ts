import { readCompoundNames, type ReadRange, viewBytes } from './file-bytes.ts';

/** The kind of Office file, or one sentence that says why the file cannot be attached. */
export type OfficeFileResult =
  | { readonly label: 'Word' | 'Excel'; readonly error?: undefined }
  | { readonly error: string };

export const officeErrors = {
  macros: 'This file can carry macros. Save it as .docx or .xlsx and attach that.',
  locked: 'This file is locked with a password. Save it without one and attach that.',
  unnamed: 'This is an old Office file: its name must end in .doc or .xls, and it must be one.',
} as const;

/**
 * Returns the kind of Office file of a zip container, from the names of its entries and the media
 * types that it lists for them. Returns an error for a file with macros; undefined for a zip that
 * is not a Word or Excel file, or whose media types cannot be read.
 */
export async function zippedOffice(
  read: ReadRange,
  size: number,
): Promise<OfficeFileResult | undefined> {
  const entries = await zipEntries(read, size);
  const names = entries.map(({ name }) => name);
  const has = (folder: string) => names.some((name) => name.startsWith(folder));
  if (names.some((name) => name.endsWith('vbaproject.bin'))) return { error: officeErrors.macros };
  const [list, ...otherLists] = entries.filter(({ name }) => name === '[content_types].xml');
  if (list === undefined || otherLists.length > 0) return undefined;
  const label = has('word/') ? 'Word' : 'Excel';
  if (label === 'Excel' && !has('xl/')) return undefined;
  const content = await readContent(list, read);
  if (!content?.length) return undefined;
  return hasMacroTypes(content, names) ? { error: officeErrors.macros } : { label };
}

/** Macro-enabled documents and templates, macro projects under any name, and Excel 4 macros. */
const macroTypes = /macroenabled(template)?\.main|vbaproject|macrosheet/i;
/** The media type of every entry with an extension. */
const defaultType = /<Default\s+Extension="([^"<>&]*)"\s+ContentType="[^"<>&]*"\s*\/>/g;

/**
 * Returns whether a list of media types has one of macros. Spreadsheet libraries list media types
 * of extensions that no entry has: these do not count.
 */
function hasMacroTypes(content: Uint8Array, names: readonly string[]): boolean {
  // Without zero bytes, ASCII in UTF-16 reads like ASCII.
  const text = new TextDecoder('latin1').decode(content).replaceAll('\0', '');
  const extensions = new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)));
  const used = text.replace(defaultType, (type, extension: string) =>
    extensions.has(extension.toLowerCase()) ? type : '',
  );
  return macroTypes.test(withoutReferences(used));
}

/** Returns an XML text with its character references replaced by the ASCII characters. */
function withoutReferences(xml: string): string {
  return xml.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code < 128 ? String.fromCharCode(code) : reference;
  });
}

/** The stream that each kind of old Office file has; `book` is that of Excel 5 and 95. */
const mainStreams = { doc: ['worddocument'], xls: ['workbook', 'book'] } as const;

/**
 * Returns the kind of an old Office file, from the names of its streams and folders. The file
 * extension must agree with them, because a file of one kind can be embedded in the other. New
 * files with a password use the same container.
 */
export async function oldOffice(
  read: ReadRange,
  size: number,
  ending: string,
): Promise<OfficeFileResult> {
  const names = (await readCompoundNames(read, size)) ?? [];
  if (names.includes('encryptedpackage')) return { error: officeErrors.locked };
  if (names.some((name) => name.startsWith('_vba_project'))) return { error: officeErrors.macros };
  const has = (streams: readonly string[]) => streams.some((name) => names.includes(name));
  if (ending === 'doc' && has(mainStreams.doc)) return { label: 'Word' };
  if (ending === 'xls' && has(mainStreams.xls)) return { label: 'Excel' };
  return { error: officeErrors.unnamed };
}

const endLength = 22;
const maxCommentLength = 65_535;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const entryLength = 46;
const localMark = 0x04034b50;
const localLength = 30;
/**
 * Maximum size of a zip's central directory that is read. That of an Office file is a few
 * kilobytes.
 */
export const maxTableBytes = 1024 * 1024;
/** Maximum size of an entry that is read, after decompression: some 2,000 media types. */
export const maxContentBytes = 256 * 1024;

interface ZipEntry {
  /** In lower case. */
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  /** In bytes, as stored. */
  readonly size: number;
  /** The start of the entry in the file. */
  readonly start: number;
}

/**
 * Returns the entries of a zip container, from its central directory; empty if the directory cannot
 * be read.
 */
async function zipEntries(read: ReadRange, size: number): Promise<ZipEntry[]> {
  const tail = viewBytes(await read(Math.max(0, size - endLength - maxCommentLength), size));
  let end = tail.byteLength - endLength;
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) return [];
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (length === 0 || length > maxTableBytes || start + length > size) return [];
  return entriesIn(await read(start, start + length));
}

function entriesIn(bytes: Uint8Array): ZipEntry[] {
  const table = viewBytes(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + entryLength <= table.byteLength && table.getUint32(at, true) === entryMark) {
    const nameEnd = at + entryLength + table.getUint16(at + 28, true);
    entries.push({
      name: String.fromCharCode(...bytes.subarray(at + entryLength, nameEnd)).toLowerCase(),
      flags: table.getUint16(at + 8, true),
      method: table.getUint16(at + 10, true),
      size: table.getUint32(at + 20, true),
      start: table.getUint32(at + 42, true),
    });
    at = nameEnd + table.getUint16(at + 30, true) + table.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Returns the content of an entry; undefined if it is encrypted, too large, damaged or compressed
 * by another method than deflate.
 */
async function readContent(entry: ZipEntry, read: ReadRange): Promise<Uint8Array | undefined> {
  const isEncrypted = entry.flags % 2 === 1;
  if (isEncrypted || entry.size > maxContentBytes) return undefined;
  const header = viewBytes(await read(entry.start, entry.start + localLength));
  if (header.byteLength < localLength || header.getUint32(0, true) !== localMark) return undefined;
  const start = entry.start + localLength + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = await read(start, start + entry.size);
  if (bytes.length < entry.size) return undefined;
  if (entry.method === 0) return bytes;
  return entry.method === 8 ? inflate(bytes).catch(() => undefined) : undefined;
}

/**
 * Returns decompressed bytes; undefined if they are too many.
 * @throws if the compressed bytes are damaged.
 */
async function inflate(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // The reader reports an error as well.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = readable.getReader();
  const content = new Uint8Array(maxContentBytes);
  let length = 0;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return content.subarray(0, length);
    if (length + value.length > maxContentBytes) {
      await reader.cancel();
      return undefined;
    }
    content.set(value, length);
    length += value.length;
  }
}

// Browsers and Node have these, but the contract is compiled for neither.
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };
declare const DecompressionStream: new (format: 'deflate-raw') => {
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> };
  };
  readonly readable: {
    getReader(): { read(): Promise<{ value?: Uint8Array }>; cancel(): Promise<void> };
  };
};
