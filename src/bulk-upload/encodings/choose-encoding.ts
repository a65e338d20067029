import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { countStrange, findCells, rankReadings } from './encoding-readings.ts';
import { fileDecoder } from './file-decoder.ts';
import { MisreadWords } from './misread-words.ts';

/** The encoding of plain CSV. */
const typical = 'windows-1252';
/** Those of Excel's “CSV (MS-DOS)” and “CSV (Macintosh)” in Western countries. */
const otherExcel = ['cp850', 'cp437', 'macintosh'] as const satisfies readonly Encoding[];
/** The minimum number of different non-ASCII bytes that proves one of these. */
const minBytes = 3;

/** The encoding in which some bytes are read, and how sure that is. */
interface EncodingChoice {
  readonly encoding: Encoding;
  readonly isSure: boolean;
}

/**
 * Chooses the encoding of some bytes that are not UTF-8. It is windows-1252 if no word looks
 * misread there, or another encoding of Excel's menu if it is the only one with such words. The
 * rest is a proposal, which the user has to confirm.
 */
export function chooseEncoding(bytes: Uint8Array): EncodingChoice {
  const words = new MisreadWords();
  const read = (encoding: Encoding) => fileDecoder(encoding, true).decode(bytes);
  if (words.find(read(typical)) === -1) return { encoding: typical, isSure: true };
  const possible = otherExcel.filter((encoding) => {
    const text = read(encoding);
    return words.find(text) === -1 && countStrange(text) === 0;
  });
  const [encoding] = possible;
  if (encoding === undefined)
    return { encoding: rankReadings(findCells(bytes, ','))[0] ?? typical, isSure: false };
  const isOnly = new Set(possible.map(read)).size === 1;
  return { encoding, isSure: isOnly && countDifferent(bytes) >= minBytes };
}

/** Returns how many different bytes are not ASCII. */
const countDifferent = (bytes: Uint8Array) => new Set(bytes.filter((byte) => byte > 0x7f)).size;
