import Papa from 'papaparse';

import { delimiters, type Delimiter } from '#contract/web/bulk-uploads.ts';

/** What ends a row. Files that mix `\r\n` and `\n` are read with `\n`: returns before it belong to the line end. */
export type LineEnd = '\n' | '\r';

/** Rows of a text, and where the text that was not read begins. */
export interface ParsedText {
  readonly rows: string[][];
  /** In characters. */
  readonly cursor: number;
  /** Where in the text the first quote stands that opens a cell and is not closed before a delimiter or a line end; null: none. */
  readonly badQuote: number | null;
}

/** Splits a text into rows of cells. With `isPart` the last row is left unread: the text may go on within it. */
export function parseText(
  text: string,
  delimiter: Delimiter,
  lineEnd: LineEnd,
  isPart: boolean,
): ParsedText {
  const parser = new Papa.Parser({ delimiter, newline: lineEnd });
  const parsed = parser.parse(text, 0, isPart) as Papa.ParseResult<string[]>;
  const rows = parsed.data;
  if (!isPart && endsWithBlank(rows)) rows.pop();
  if (lineEnd === '\n') for (const row of rows) dropReturn(row);
  return {
    rows,
    cursor: isPart ? parsed.meta.cursor : text.length,
    badQuote: badQuoteOf(parsed, isPart),
  };
}

/** papaparse takes what follows the last line end for a row, also where nothing follows. */
function endsWithBlank(rows: readonly string[][]): boolean {
  const last = rows.at(-1);
  return last?.length === 1 && last[0] === '';
}

function dropReturn(row: string[]): void {
  const last = row.length - 1;
  let cell = row[last] ?? '';
  if (cell.charCodeAt(cell.length - 1) !== 13) return;
  while (cell.endsWith('\r')) cell = cell.slice(0, -1);
  row[last] = cell;
}

/** In a part, a quote in the row that was not read says nothing yet: its other half may be to come. */
function badQuoteOf(parsed: Papa.ParseResult<string[]>, isPart: boolean): ParsedText['badQuote'] {
  const error = parsed.errors.find(
    ({ type, row }) => type === 'Quotes' && (!isPart || (row ?? 0) < parsed.data.length),
  );
  return error === undefined ? null : (error.index ?? 1) - 1;
}

/** The character that ends the first row: a return that no line feed follows, or a line feed. */
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

/** Excel's own first line `sep=;`, which it does not show: its delimiter and its length with the line end. */
export function separatorLineOf(text: string): { delimiter: Delimiter; length: number } | null {
  const match = separatorLine.exec(text);
  const delimiter = delimiters.find((candidate) => candidate === match?.[1]);
  return match === null || delimiter === undefined ? null : { delimiter, length: match[0].length };
}
