/**
 * A block of cells as spreadsheets put it on the clipboard: tabs between cells, CR LF between rows, quotes around a cell that holds
 * one of them or a quote at its start.
 */
export function toClipboardText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(toCell).join('\t')).join('\r\n');
}

function toCell(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y;
const gap = /\t|\r\n|\r|\n/y;

/** The block of cells in a text from the clipboard. A quote that does not close its cell is text; a last line break ends the last row. */
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
