import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { fileDecoder } from './file-decoder.ts';
import { improbability, type Expected } from './likelihood.ts';

/** How improbable it is that some bytes are text of an encoding. */
export interface RankedEncoding {
  readonly encoding: Encoding;
  /** A negative logarithm: 7 more is 1,000 times less probable. */
  readonly cost: number;
  /** The parts of the bytes with non-ASCII characters, decoded. */
  readonly texts: readonly string[];
}

const lineFeed = 0x0a;
/** Max number of different parts that are decoded and compared. */
const maxParts = 200;

const western: Expected = {
  languages: ['fr', 'de', 'es', 'pt', 'it', 'da', 'sv', 'fi', 'is', 'nl', 'ca', 'ga', 'et'],
};
const central: Expected = { languages: ['pl', 'cs', 'sk', 'hu', 'hr', 'sl', 'ro'] };
const baltic: Expected = { languages: ['lv', 'lt', 'et'] };
const cyrillic: Expected = { languages: ['ru', 'uk', 'bg', 'sr', 'mk', 'be'] };
const greek: Expected = { languages: ['el'] };
const hebrew: Expected = { languages: ['he'] };
const arabic: Expected = { languages: ['ar', 'fa'] };

/**
 * The encodings that a file may be in, each with the cost of its rarity among the files of
 * spreadsheets, and what is written in it. Left out are those that no program writes by itself any
 * more.
 */
const candidates: readonly (readonly [Encoding, rarity: number, Expected])[] = [
  ['windows-1252', 0, western],
  ['macintosh', 5, western],
  ['cp850', 4.5, western],
  ['cp437', 5, western],
  ['iso-8859-15', 5, western],
  ['windows-1250', 4, central],
  ['cp852', 6, central],
  ['iso-8859-2', 6, central],
  ['windows-1257', 4, baltic],
  ['iso-8859-13', 6, baltic],
  ['iso-8859-4', 7, baltic],
  ['windows-1254', 3.5, { languages: ['tr'] }],
  ['windows-1251', 3, cyrillic],
  ['koi8-r', 5, { languages: ['ru'] }],
  ['koi8-u', 6, { languages: ['uk'] }],
  ['iso-8859-5', 6, cyrillic],
  ['ibm866', 5, cyrillic],
  ['x-mac-cyrillic', 6, cyrillic],
  ['windows-1253', 3, greek],
  ['iso-8859-7', 5, greek],
  ['windows-1255', 3, hebrew],
  ['iso-8859-8', 5, hebrew],
  ['windows-1256', 3, arabic],
  ['iso-8859-6', 5, arabic],
  ['windows-874', 3, { languages: ['th'] }],
  ['windows-1258', 4, { languages: ['vi'] }],
  ['big5', 3, { languages: [], asian: 'zhHant' }],
  ['gb18030', 3, { languages: [], asian: 'zhHans' }],
  ['shift_jis', 3, { languages: [], asian: 'ja' }],
  ['euc-jp', 5, { languages: [], asian: 'ja' }],
  ['euc-kr', 3, { languages: [], asian: 'ko' }],
];

/**
 * Returns the encodings in which all of some bytes are text, the most probable first. The bytes
 * begin and end at the edge of a character, and are not UTF-8.
 */
export function rankEncodings(bytes: Uint8Array): RankedEncoding[] {
  const lines = Uint8Array.from(partsOf(bytes).flatMap((part) => [...part, lineFeed]));
  return candidates
    .flatMap(([encoding, rarity, expected]) => {
      const texts = decodedLines(lines, encoding);
      if (texts === null) return [];
      const cost = texts.reduce((sum, text) => sum + improbability(text, expected), rarity);
      return [{ encoding, cost, texts }];
    })
    .toSorted((one, other) => one.cost - other.cost);
}

function decodedLines(lines: Uint8Array, encoding: Encoding): string[] | null {
  try {
    return fileDecoder(encoding, false).decode(lines).trimEnd().split('\n');
  } catch {
    return null;
  }
}

/**
 * Returns the different parts with non-ASCII bytes, between bytes that are no part of a character
 * in any encoding: below `0`, and `:` to `?`.
 */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  const parts = new Map<string, Uint8Array>();
  let start = 0;
  let hasNonAscii = false;
  for (let at = 0; at <= bytes.length && parts.size < maxParts; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7f) hasNonAscii = true;
    if (byte >= 0x30 && (byte < 0x3a || byte > 0x3f)) continue;
    if (hasNonAscii) {
      const part = bytes.subarray(start, at);
      parts.set(part.join(), part);
    }
    start = at + 1;
    hasNonAscii = false;
  }
  return [...parts.values()];
}
