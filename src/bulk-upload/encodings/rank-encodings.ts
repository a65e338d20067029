import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { fileDecoder } from './file-decoder.ts';
import { improbability, type Expected } from './likelihood.ts';

/** How improbable it is that some bytes are text of an encoding. */
interface RankedEncoding {
  readonly encoding: Encoding;
  /**
   * How much less probable the parts are that differ from their text in windows-1252, than these
   * texts: a negative logarithm, of which 7 more is 1,000 times less probable.
   */
  readonly cost: number;
  /** The parts of the bytes with non-ASCII characters, decoded. */
  readonly texts: readonly string[];
}

/** The encoding of plain CSV, with which the others are compared. */
const usual = 'windows-1252';

const lineFeed = 0x0a;
/** Max number of different parts that are decoded and compared. */
const maxParts = 200;

/** Without Icelandic: its ð, ý and þ are letters of Turkish, and of MS-DOS, by the same bytes. */
const western: Expected = {
  languages: ['fr', 'de', 'es', 'pt', 'it', 'da', 'sv', 'fi', 'nl', 'ca', 'ga', 'cy'],
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
  ['cp850', 3.5, western],
  ['cp437', 4, western],
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
function rankEncodings(bytes: Uint8Array): RankedEncoding[] {
  const lines = Uint8Array.from(splitParts(bytes).flatMap((part) => [...part, lineFeed]));
  const usualTexts = decodedLines(lines, usual) ?? [];
  const usualCosts = usualTexts.map((text) => improbability(text, western));
  return candidates
    .flatMap(([encoding, rarity, expected]) => {
      const texts = decodedLines(lines, encoding);
      if (texts === null) return [];
      const costs = texts.map((text, at) =>
        text === usualTexts[at] ? 0 : improbability(text, expected) - (usualCosts[at] ?? 0),
      );
      return [{ encoding, cost: costs.reduce((sum, cost) => sum + cost, rarity), texts }];
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
function splitParts(bytes: Uint8Array): Uint8Array[] {
  const parts = new Map<string, Uint8Array>();
  let start = 0;
  let hasNonAscii = false;
  for (let at = 0; at <= bytes.length && parts.size < maxParts; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7f) hasNonAscii = true;
    if (byte >= 0x30 && (byte < 0x3a || byte > 0x3f)) continue;
    if (hasNonAscii) {
      const part = bytes.subarray(start, at);
      parts.set(nameWord(part), part);
    }
    start = at + 1;
    hasNonAscii = false;
  }
  return [...parts.values()];
}

/** Returns what the same word has in common: small letters, and nothing after the @ of an email. */
function nameWord(part: Uint8Array): string {
  const text = new TextDecoder(usual).decode(part);
  return text.replace(/@[\0-?A-\u007f]*$/, '').replaceAll(/[A-Z]+/g, (word) => word.toLowerCase());
}

/** The encoding in which some bytes are read, and how sure that is. */
interface EncodingChoice {
  readonly encoding: Encoding;
  readonly isSure: boolean;
  /**
   * The encodings in which the bytes make plausible words, one for each different text: the chosen
   * one first, then the likeliest.
   */
  readonly likely: readonly Encoding[];
}

/** Differences of costs, which are natural logarithms of how many times one is more probable. */
const margins = {
  /** From which on an encoding is certain enough to be taken. */
  sure: 10,
  /** From which on Western text is certain: most files are. A word or two have to tell more. */
  usual: 2.5,
  usualWord: 4,
  /** Two words of different languages, `Plzeå` and `Veselì`, are Western by chance. */
  usualMixed: 9,
  /** From which on an encoding is proposed. */
  proposed: 4,
  /** Up to which an encoding is worth a look. */
  likely: 6,
} as const;
/** Min number of different bytes with another letter than in windows-1252; fewer prove nothing. */
const minBytes = 3;
const maxFewWords = 2;
const maxLikely = 4;

/**
 * Chooses the encoding of some bytes that are not UTF-8, by the words they make in each encoding.
 * Another one than windows-1252 is chosen where it is far more probable by the letters that differ,
 * and is sure only if several do.
 */
export function chooseEncoding(bytes: Uint8Array): EncodingChoice {
  const [first, ...others] = differentTexts(rankEncodings(bytes));
  if (first === undefined) return { encoding: usual, isSure: true, likely: [usual] };
  const margin = (others[0]?.cost ?? Infinity) - first.cost;
  const [best] = first.encodings;
  const isUsual = first.encodings.includes(usual);
  const isCertain = others.every((other) => other.cost - first.cost >= usualMargin(first, other));
  if (isUsual && isCertain) return { encoding: usual, isSure: true, likely: [usual] };
  const isFar = Math.min(margin, -first.cost) >= margins.sure;
  if (isFar && countDifferent(bytes, best) >= minBytes)
    return { encoding: best, isSure: true, likely: [best, usual] };
  const encoding = -first.cost >= margins.proposed ? best : usual;
  const isLikely = (one: SameText) =>
    one.cost - first.cost < Math.max(margins.likely, isUsual ? usualMargin(first, one) : 0);
  const likely = [first, ...others]
    .filter(isLikely)
    .map(({ encodings }) => (encodings.includes(usual) ? usual : encodings[0]))
    .filter((one) => one !== encoding);
  const shown = [
    ...new Set<Encoding>([encoding, ...likely.slice(0, maxLikely - 2), usual, ...likely]),
  ];
  return { encoding, isSure: false, likely: shown.slice(0, maxLikely) };
}

/** Returns the margin from which on Western text is certainly not another one. */
function usualMargin(usualText: SameText, other: SameText): number {
  const words = usualText.texts.filter((text, at) => text !== other.texts[at]);
  if (words.length > maxFewWords) return margins.usual;
  if (usualText.texts.length > maxFewWords) return margins.usualWord;
  const costIn = (expected: Expected) =>
    words.reduce((sum, word) => sum + improbability(word, expected), 0);
  const least = costIn(western);
  const isMixed = western.languages.every((one) => costIn({ languages: [one] }) > least);
  return isMixed ? margins.usualMixed : margins.usualWord;
}

/** Returns how many of the non-ASCII bytes are another character in an encoding. */
function countDifferent(bytes: Uint8Array, encoding: Encoding): number {
  return [...new Set(bytes.filter((byte) => byte > 0x7f))].filter(
    (byte) => decodeByte(byte, encoding) !== decodeByte(byte, usual),
  ).length;
}

function decodeByte(byte: number, encoding: Encoding): string {
  return fileDecoder(encoding, true).decode(Uint8Array.of(byte));
}

/** Encodings in which some bytes are the same text, the most probable first. */
interface SameText {
  readonly cost: number;
  readonly texts: readonly string[];
  readonly encodings: [Encoding, ...Encoding[]];
}

function differentTexts(ranked: readonly RankedEncoding[]): SameText[] {
  const byText = new Map<string, SameText>();
  for (const { encoding, cost, texts } of ranked) {
    const text = texts.join('\n');
    const known = byText.get(text);
    if (known === undefined) byText.set(text, { cost, texts, encodings: [encoding] });
    else known.encodings.push(encoding);
  }
  return [...byText.values()];
}
