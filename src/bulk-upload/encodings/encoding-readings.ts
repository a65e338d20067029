import { encodings, type Encoding } from '#contract/bulk-upload/parse-options.ts';

import { westernEncodings } from './encoding-names.ts';
import { fileDecoder } from './file-decoder.ts';
import { MisreadWords } from './misread-words.ts';

/** A cell is cut at this many bytes on either side of its first accent. */
const maxReach = 32;
/** Max number of cells to compare. */
const maxCells = 50;

/** A cell with non-ASCII bytes. */
interface AccentCell {
  readonly bytes: Uint8Array;
  /** Whether it may end within a character. */
  readonly isCut: boolean;
}

/** Returns the different cells with non-ASCII bytes, around the first of them. */
export function findCells(bytes: Uint8Array, delimiter: string): AccentCell[] {
  const ends = new Set(Array.from(`"\r\n${delimiter}`, (char) => char.charCodeAt(0)));
  const isEnd = (at: number) => at < 0 || at >= bytes.length || ends.has(bytes[at] ?? 0);
  const cells = new Map<string, AccentCell>();
  for (let at = 0; at < bytes.length && cells.size < maxCells; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let start = at;
    while (start > at - maxReach && !isEnd(start - 1)) start -= 1;
    let end = at;
    while (!isEnd(end)) end += 1;
    const cell = bytes.subarray(start, Math.min(end, at + maxReach));
    const isLast = end === bytes.length && cells.size > 0;
    cells.set(cell.join(), { bytes: cell, isCut: isLast || end > at + maxReach });
    at = end;
  }
  return [...cells.values()];
}

/** Returns the text of a cell in an encoding; null if it is no text there. */
export function decodeCell({ bytes, isCut }: AccentCell, encoding: Encoding): string | null {
  try {
    return fileDecoder(encoding, false).decode(bytes, { stream: isCut }).trim();
  } catch {
    return null;
  }
}

/**
 * Returns the encodings in which all cells are text, one for each different text: the one whose
 * letters are least strange first.
 */
export function rankReadings(cells: readonly AccentCell[]): Encoding[] {
  const words = new MisreadWords();
  const byText = new Map<string, { encoding: Encoding; strange: number }>();
  for (const encoding of encodings) {
    if (encoding.startsWith('utf-16')) continue;
    const texts = cells.map((cell) => decodeCell(cell, encoding)).filter((text) => text !== null);
    const text = texts.join('\n');
    if (texts.length < cells.length || byText.has(text)) continue;
    const misread = westernEncodings.has(encoding)
      ? texts.filter((one) => words.find(one) !== -1).length
      : 0;
    byText.set(text, { encoding, strange: countStrange(text) + misread });
  }
  return [...byText.values()]
    .toSorted((one, other) => one.strange - other.strange)
    .map(({ encoding }) => encoding);
}

/** Returns how many characters of a text are in places where no language writes them. */
export const countStrange = (text: string) => text.match(strange)?.length ?? 0;

const beyondAscii = String.raw`(?!\p{ASCII})`;
const latin = String.raw`\p{Script=Latin}`;
const otherScript = String.raw`(?!${latin})\p{L}`;

const strange = new RegExp(
  [
    // Signs that are not typed in names or notes, and the narrow characters of Japanese.
    String.raw`[^\p{L}\p{M}\p{ASCII}‘’“”«»‹›–—…•€£¥¢©®™°§½¼¾×²³·¿¡\u00a0]`,
    String.raw`[\uff66-\uff9f]`,
    // Capitals amid small letters.
    String.raw`(?<=(?!ß)${beyondAscii}\p{Ll})\p{Lu}`,
    String.raw`(?<=\p{Ll})${beyondAscii}\p{Lu}`,
    String.raw`(?<=\p{Lu})${beyondAscii}\p{Lu}(?=\p{Ll})`,
    // The mark of a letter that is not there.
    String.raw`(?<![\p{L}\p{M}])\p{M}`,
    // The third accent in a row, and two scripts in one word.
    String.raw`(?<=${`${beyondAscii}\\p{L}`.repeat(2)})${beyondAscii}${latin}`,
    String.raw`(?<=${latin})${otherScript}`,
    String.raw`(?<=${otherScript})${latin}`,
  ].join('|'),
  'gu',
);
