/** Reads a range of a file's bytes; `end` is exclusive. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

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
 * Returns the kind of Office file of a zip container, from the names of its entries. Returns an
 * error for a file with macros; undefined for a zip that is not a Word or Excel file.
 */
export async function zippedOffice(
  read: ReadRange,
  size: number,
): Promise<OfficeFileResult | undefined> {
  const names = (await zipNames(read, size)).map((name) => name.toLowerCase());
  const has = (folder: string) => names.some((name) => name.startsWith(folder));
  if (names.some((name) => name.endsWith('vbaproject.bin'))) return { error: officeErrors.macros };
  if (!names.includes('[content_types].xml')) return undefined;
  if (has('word/')) return { label: 'Word' };
  return has('xl/') ? { label: 'Excel' } : undefined;
}

// The container of old Office files stores names as UTF-16LE.
const macroFolder = twoBytes('_VBA_PROJECT');
const encrypted = twoBytes('EncryptedPackage');

/**
 * Returns the kind of an old Office file. Old Word and Excel files share one container format,
 * which differs only deep inside, so the file extension decides. New files with a password use the
 * same container.
 */
export function oldOffice(bytes: Uint8Array, ending: string): OfficeFileResult {
  if (contains(bytes, encrypted)) return { error: officeErrors.locked };
  if (contains(bytes, macroFolder)) return { error: officeErrors.macros };
  if (ending === 'doc') return { label: 'Word' };
  return ending === 'xls' ? { label: 'Excel' } : { error: officeErrors.unnamed };
}

function twoBytes(text: string): number[] {
  return Array.from(text, (letter) => [letter.charCodeAt(0), 0]).flat();
}

function contains(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

const endLength = 22;
const maxCommentLength = 65_535;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const entryLength = 46;
/**
 * Maximum size of a zip's central directory that is read. That of an Office file is a few
 * kilobytes.
 */
const maxTableBytes = 4 * 1024 * 1024;

/**
 * Returns the names of a zip container's entries, from its central directory; empty if the
 * directory cannot be read.
 */
async function zipNames(read: ReadRange, size: number): Promise<string[]> {
  const tail = view(await read(Math.max(0, size - endLength - maxCommentLength), size));
  let end = tail.byteLength - endLength;
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) return [];
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (length === 0 || length > maxTableBytes || start + length > size) return [];
  return namesIn(await read(start, start + length));
}

function namesIn(bytes: Uint8Array): string[] {
  const table = view(bytes);
  const names: string[] = [];
  let at = 0;
  while (at + entryLength <= table.byteLength && table.getUint32(at, true) === entryMark) {
    const nameEnd = at + entryLength + table.getUint16(at + 28, true);
    names.push(String.fromCharCode(...bytes.subarray(at + entryLength, nameEnd)));
    at = nameEnd + table.getUint16(at + 30, true) + table.getUint16(at + 32, true);
  }
  return names;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
