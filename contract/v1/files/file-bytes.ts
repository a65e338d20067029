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

function startsWith(head: Uint8Array, start: string): boolean {
  return Array.from(start).every((one, at) => one === '?' || one.charCodeAt(0) === head[at]);
}
