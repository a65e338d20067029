import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { chooseEncoding } from './choose-encoding.ts';
import { fileDecoder } from './file-decoder.ts';

/** The encoding that the cells were read in. */
const defaultEncoding = 'windows-1252';
/** The bytes of its characters. */
const defaultBytes = new Map(
  Array.from(
    new TextDecoder(defaultEncoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  ).map((character, byte) => [character, byte]),
);

/**
 * Returns the original encoding of cells that look misread in windows-1252, and the first cell in
 * that encoding; null if their bytes don't show it.
 */
export function originalReading(
  cells: readonly string[],
): { readonly encoding: Encoding; readonly text: string } | null {
  const bytes = cells.map(encode).filter((one) => one !== null);
  const [first] = bytes;
  if (first === undefined) return null;
  const encoding = findEncoding(bytes);
  if (encoding === null) return null;
  return { encoding, text: fileDecoder(encoding, true).decode(first) };
}

function findEncoding(cells: readonly Uint8Array[]): Encoding | null {
  try {
    for (const cell of cells) fileDecoder('utf-8', false).decode(cell);
    return 'utf-8';
  } catch {
    const lines = cells.flatMap((cell) => [...cell, 0x0a]);
    const { encoding, isSure } = chooseEncoding(Uint8Array.from(lines));
    return isSure ? encoding : null;
  }
}

/** Returns a text as bytes of windows-1252; null if it was not read from there. */
function encode(text: string): Uint8Array | null {
  const bytes = Array.from(text, (character) => defaultBytes.get(character));
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : null;
}
