/** Reads a range of a file's bytes; `end` is exclusive. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** Returns the numbers in bytes. */
export function viewBytes(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The formats that are recognised by the first bytes of a file. */
type Signature = 'PDF' | 'PNG' | 'JPEG' | 'WebP' | 'HEIC' | 'HEIF' | 'zip' | 'compound';

/**
 * The first bytes of each format, one character a byte; `?` is any byte. The brands of HEIC and
 * HEIF are those of ISO 23008-12.
 */
const signatures: readonly (readonly [Signature, string])[] = [
  ['PDF', '%PDF-'],
  ['PNG', '\x89PNG\r\n\x1A\n'],
  ['JPEG', '\xFF\xD8\xFF'],
  ['WebP', 'RIFF????WEBP'],
  ['HEIC', '????ftypheic'],
  ['HEIC', '????ftypheix'],
  ['HEIC', '????ftyphevc'],
  ['HEIC', '????ftyphevx'],
  ['HEIF', '????ftypmif1'],
  ['HEIF', '????ftypmsf1'],
  ['zip', 'PK\x03\x04'],
  ['compound', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'],
];

/** Returns the format whose signature a file starts with; undefined if it has none of these. */
export function findSignature(head: Uint8Array): Signature | undefined {
  return signatures.find(([, start]) => startsWith(head, start))?.[0];
}

/** How far into a file the header of a PDF may begin, in bytes. */
const maxBeforePdf = 1024;

/**
 * Returns whether a file has the header of a PDF, after whatever scanners, mail programs and web
 * forms have put before it: readers of PDF look for it in the first 1,024 bytes (PDF 1.7,
 * appendix H, note 13).
 */
export function hasPdfHeader(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, maxBeforePdf + '%PDF-'.length));
  return start.includes('%PDF-');
}

function startsWith(head: Uint8Array, start: string): boolean {
  return Array.from(start).every((one, at) => one === '?' || one.charCodeAt(0) === head[at]);
}

const headerLength = 512;
/** Sectors are read through blocks of this size. It is a multiple of each sector size. */
const blockBytes = 1024 * 1024;
/** Maximum size of a directory that is read. That of an Office file is a few kilobytes. */
const maxDirectoryBytes = 512 * 1024;
const entryBytes = 128;
/** From here on, a number is no sector but a mark, such as the end of a chain. */
const firstMark = 0xfffffffa;

/** Returns a sector by its number; undefined outside the file. */
type ReadSector = (number: number) => Promise<DataView | undefined>;

/**
 * Returns the names in the directory of a compound file, in lower case; undefined for bytes that
 * are no such file. Compound files ([MS-CFB]) contain streams in folders; those of old Office files
 * are of fixed names. Whatever the bytes claim, no part of the file is read twice.
 */
export async function readCompoundNames(read: ReadRange, size: number) {
  if (size < headerLength) return undefined;
  const header = viewBytes(await read(0, headerLength));
  const version = header.getUint16(26, true);
  const shift = header.getUint16(30, true);
  if (shift !== (version === 4 ? 12 : 9) || header.getUint16(28, true) !== 0xfffe) return undefined;

  const sectorBytes = 2 ** shift;
  const sector = sectorReader(read, size, sectorBytes);
  const table = await tableSectors(header, sector, { size, sectorBytes });
  const perSector = sectorBytes / 4;
  const names: string[] = [];
  const seen = new Set<number>();
  let number = header.getUint32(48, true);
  while (number < firstMark) {
    const entries = seen.has(number) ? undefined : await sector(number);
    const following = await sector(table[Math.floor(number / perSector)] ?? firstMark);
    seen.add(number);
    if (!entries || !following || seen.size * sectorBytes > maxDirectoryBytes) return undefined;
    for (let at = 0; at < sectorBytes; at += entryBytes) names.push(nameAt(entries, at));
    number = following.getUint32((number % perSector) * 4, true);
  }
  return names;
}

function sectorReader(read: ReadRange, size: number, sectorBytes: number): ReadSector {
  const blocks = new Map<number, Promise<Uint8Array>>();
  return async (number) => {
    // The header takes the room of one sector.
    const start = (number + 1) * sectorBytes;
    if (start + sectorBytes > size) return undefined;
    const blockStart = start - (start % blockBytes);
    const block =
      blocks.get(blockStart) ?? read(blockStart, Math.min(size, blockStart + blockBytes));
    blocks.set(blockStart, block);
    return viewBytes((await block).subarray(start - blockStart, start - blockStart + sectorBytes));
  };
}

/**
 * Returns the sectors of the table that says which sector follows which. The first 109 are in the
 * header, the others in a chain of sectors, read only as far as a file of this size can need.
 */
async function tableSectors(
  header: DataView,
  sector: ReadSector,
  { size, sectorBytes }: { size: number; sectorBytes: number },
): Promise<number[]> {
  const numbers = numbersIn(header, 76, headerLength);
  const maxNumbers = size / sectorBytes / (sectorBytes / 4);
  let number = header.getUint32(68, true);
  while (numbers.length < maxNumbers) {
    const list = await sector(number);
    if (!list) break;
    numbers.push(...numbersIn(list, 0, sectorBytes - 4));
    number = list.getUint32(sectorBytes - 4, true);
  }
  return numbers;
}

function numbersIn(view: DataView, start: number, end: number): number[] {
  return Array.from({ length: (end - start) / 4 }, (_, at) => view.getUint32(start + at * 4, true));
}

/** Returns the name of a directory entry, in UTF-16. At byte 64 is its length with a final zero. */
function nameAt(entries: DataView, at: number): string {
  const letters = Math.min(entries.getUint16(at + 64, true) / 2 - 1, 31);
  let name = '';
  for (let index = 0; index < letters; index += 1)
    name += String.fromCharCode(entries.getUint16(at + index * 2, true));
  return name.toLowerCase();
}
