import { delimiters, type Delimiter } from '#contract/bulk-upload/bulk-uploads.ts';

/**
 * What ends a row. Files that mix `\r\n` and `\n` are parsed with `\n`: carriage returns before a
 * line feed belong to the line end.
 */
export type LineEnd = '\n' | '\r';

/**
 * Returns the character that ends the first row: a carriage return that no line feed follows, or
 * else a line feed.
 */
export function lineEndOf(text: string): LineEnd {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '\n') return '\n';
    else if (char === '\r') return /^\r+(?:\n|$)/.test(text.slice(at, at + 4)) ? '\n' : '\r';
  }
  return '\n';
}

const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

/**
 * Returns the delimiter of Excel's own first line `sep=;`, which Excel doesn't display, and the
 * length of that line including its line end; null if there is no such line.
 */
export function separatorLineOf(text: string): { delimiter: Delimiter; length: number } | null {
  const match = separatorLine.exec(text);
  const delimiter = delimiters.find((candidate) => candidate === match?.[1]);
  return match === null || delimiter === undefined ? null : { delimiter, length: match[0].length };
}
