/** Returns whether an attribute or a cell of an Excel workbook is true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

const escape = /_x([\da-f]{4})_/gi;

/**
 * Returns a text with characters in place of escapes such as `_x000D_`, with which a workbook
 * writes what XML can't contain (ECMA-376, part 1, 22.9.2.19).
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(escape, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
