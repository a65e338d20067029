import Papa from 'papaparse';

import type { Delimiter } from '#contract/bulk-upload/parse-options.ts';

/**
 * What ends a row. Files that mix `\r\n` and `\n` are parsed with `\n`: carriage returns before a
 * line feed belong to the line end.
 */
export type LineEnd = '\n' | '\r';

/** Rows of a text, and where its unparsed rest begins. */
export interface ParsedText {
  readonly rows: string[][];
  /** Index of the first character that was not parsed. */
  cursor: number;
  /**
   * Index of the first quote that opens a cell and is not closed before a delimiter or a line end;
   * null if there is none.
   */
  badQuote: number | null;
}

/**
 * Parses a text into rows of cells. With `isPart` the last row is not parsed, because the row may
 * continue after the text.
 *
 * papaparse scans every cell once a text contains a quote, and simply splits a text without quotes.
 * Rows between quoted rows are therefore parsed separately, which halves the time.
 */
export function parseText(
  text: string,
  delimiter: Delimiter,
  lineEnd: LineEnd,
  isPart: boolean,
): ParsedText {
  const parsed: ParsedText = { rows: [], cursor: 0, badQuote: null };
  const config = { delimiter, newline: lineEnd };
  let quotedRows = 1;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', parsed.cursor)) {
    const start = text.lastIndexOf(lineEnd, quote) + 1;
    if (start > parsed.cursor) {
      parseRows(parsed, text.slice(0, start), config, true);
      quotedRows = 1;
    }
    const hasMore = parseRows(parsed, text, { ...config, preview: quotedRows }, isPart);
    if (!hasMore || parsed.badQuote !== null) break;
    // Quoted rows mostly follow each other: doubling soon covers the whole text.
    quotedRows *= 2;
  }
  if (!text.includes('"', parsed.cursor)) parseRows(parsed, text, config, isPart);
  return parsed;
}

/**
 * Parses rows from the cursor on and advances the cursor. Returns whether parsing stopped before
 * the end because it reached the row limit `preview`.
 */
function parseRows(to: ParsedText, text: string, config: Papa.ParseConfig, isPart: boolean) {
  const rest = text.slice(to.cursor);
  const { data, errors, meta } = parse(rest, config, isPart);
  const read = isPart || meta.truncated ? meta.cursor : rest.length;
  to.badQuote ??= findBadQuote(errors, isPart ? data.length : Infinity, to.cursor);
  if (config.newline === '\n') dropReturns(data, rest.slice(0, read), config);
  if (!isPart && !meta.truncated && !rest.endsWith('"') && endsWithBlank(data)) data.pop();
  for (const row of data) to.rows.push(row);
  to.cursor += read;
  return meta.truncated;
}

function parse(text: string, config: Papa.ParseConfig, isPart: boolean) {
  return new Papa.Parser(config).parse(text, 0, isPart) as Papa.ParseResult<string[]>;
}

/**
 * Returns whether the last row is empty: papaparse adds such a row after the last line end. A last
 * row of one quoted empty cell looks the same, but is a row.
 */
function endsWithBlank(rows: readonly string[][]): boolean {
  const last = rows.at(-1);
  return last?.length === 1 && last[0] === '';
}

/**
 * Removes the carriage returns before each line feed from the last cells. Checks the source of each
 * row where a quoted cell may end with a carriage return of its own.
 */
function dropReturns(rows: readonly string[][], text: string, config: Papa.ParseConfig): void {
  const isQuoted = config.preview !== undefined;
  let rest = isQuoted && text.includes('\r"') ? text : null;
  for (const row of rows) {
    const source: string | null = rest && firstRow(rest, config);
    if (source === null || !/\r"\r*\n?$/.test(source)) dropReturn(row);
    rest = rest && rest.slice(source?.length);
  }
}

/** Returns the text of the first row. */
function firstRow(text: string, config: Papa.ParseConfig): string {
  const { meta } = parse(text, { ...config, preview: 1, fastMode: false }, false);
  return meta.truncated ? text.slice(0, meta.cursor) : text;
}

function dropReturn(row: string[]): void {
  const last = row.length - 1;
  let cell = row[last] ?? '';
  if (cell.charCodeAt(cell.length - 1) !== 13) return;
  while (cell.endsWith('\r')) cell = cell.slice(0, -1);
  row[last] = cell;
}

/**
 * Returns the index of the first bad quote, or null. Ignores the last row of a part, which was not
 * parsed: its closing quote may follow in the next part.
 */
function findBadQuote(errors: readonly Papa.ParseError[], rows: number, start: number) {
  const error = errors.find(({ type, row }) => type === 'Quotes' && (row ?? 0) < rows);
  return error === undefined ? null : start + (error.index ?? 1) - 1;
}

/** Returns the index of the quote that closes a cell, or the text's length without one. */
export function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at;
}
