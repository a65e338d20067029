/**
 * Returns a block of cells in the clipboard format of spreadsheets: tabs between cells, CR LF
 * between rows, and quotes around a cell that contains a tab or line break or starts with a quote.
 */
export function toClipboardText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(toCell).join('\t')).join('\r\n');
}

function toCell(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y;
const gap = /\t|\r\n|\r|\n/y;

/**
 * Returns the block of cells in a text from the clipboard. A quote that is not closed at the end of
 * its cell is literal text. A line break at the end of the text starts no further row.
 */
export function fromClipboardText(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length;) {
    cell.lastIndex = at;
    const [whole = '', quoted] = cell.exec(text) ?? [];
    rows.at(-1)?.push(quoted === undefined ? whole : quoted.replaceAll('""', '"'));
    gap.lastIndex = at + whole.length;
    const between = gap.exec(text)?.[0];
    if (between === undefined) break;
    at = gap.lastIndex;
    if (between === '\t') continue;
    if (at === text.length) break;
    rows.push([]);
  }
  return rows;
}
