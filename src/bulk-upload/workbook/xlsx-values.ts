import type { Vocabulary } from './xml-names.ts';

const transitional = 'http://schemas.openxmlformats.org';
const strict = 'http://purl.oclc.org/ooxml';

/**
 * The names of Excel workbooks (ECMA-376). Elements of extensions are left out, and what they stand
 * for is taken as programs without the extension do (part 3, 7.6).
 */
export const workbookNames: Vocabulary = {
  namespaces: {
    [`${transitional}/spreadsheetml/2006/main`]: '',
    [`${strict}/spreadsheetml/main`]: '',
    [`${transitional}/package/2006/relationships`]: '',
    [`${transitional}/officeDocument/2006/relationships`]: 'r',
    [`${strict}/officeDocument/relationships`]: 'r',
    [`${transitional}/markup-compatibility/2006`]: 'mc',
  },
  skips: (name) => name.startsWith('?') || name === 'mc:Choice',
};

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
