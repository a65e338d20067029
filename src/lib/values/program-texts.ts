import { decodeHTMLStrict } from 'entities/decode';

/**
 * Words that programs write for no value. Those of letters alone can be a name, too. `none` in
 * small letters is what people write.
 */
const leftOvers = /^ *(?:null|\\n|\(null\)|\[null\]|<null>|<na>|\[object object\]) *$/i;
const leftOverWords = /^ *(?:None|nan|NaN|NAN|NaT|undefined) *$/;
/** The longest of them, with a space on each side. */
const maxLength = '[object Object]'.length + 2;
/** What they begin with: most texts need no closer look. */
const firstOfLeftOver = ' nNuU([<\\';

/** Returns whether a program wrote a text for no value: `NULL`, `nan`, `undefined`. */
export function isLeftOver(text: string): boolean {
  if (text.length > maxLength || !firstOfLeftOver.includes(text.charAt(0))) return false;
  return leftOvers.test(text) || leftOverWords.test(text);
}

/** Returns whether a word that a program writes for no value can be the name of a person. */
export const canBeName = (leftOver: string): boolean => /^ *(?:null|none|nan) *$/i.test(leftOver);

const lineEnd = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])(?:\s[^<>]*)?\/?>/gi;
const tag =
  /<\/?(?:p|div|span|font|b|strong|i|em|u|a|ul|ol|li|table|tbody|tr|td|th|h[1-6])(?:\s[^<>]*)?>/gi;
/** A character as Excel writes it in its files: `_x000D_` is a line end. */
const excelLineEnd = /_x000D_(?:\n|_x000A_)?|_x000A_/g;
const excelControl = /_x00[01][\dA-F]_/g;
const entity = /&(?:#\d{1,7}|#x[\dA-F]{1,6}|[A-Z][A-Z\d]{1,31});/i;
/** `&amp;amp;#039;`: programs that pass a text on encode it again. */
const maxTimesEncoded = 4;

/** Returns whether a text may have codes in place of characters. */
const mayHaveCodes = (text: string): boolean =>
  text.includes('&') || text.includes('<') || text.includes('_x');

/**
 * Returns a text with the characters that its codes stand for: entities of HTML, line breaks of
 * `<br>` and `_x000D_`; other tags are left out. What only looks like an entity stays (`AT&T; Co`).
 * `lines`: whether the text can have line breaks; they become spaces otherwise.
 */
export function withoutCodes(text: string, lines: boolean): string {
  if (!mayHaveCodes(text)) return text;
  const decoded = decode(text);
  const unmarked = decoded
    .replaceAll(lineEnd, '\n')
    .replaceAll(tag, '')
    .replaceAll(excelLineEnd, '\n')
    .replaceAll(excelControl, '');
  if (unmarked === text) return text;
  const tidy = unmarked
    .replaceAll(/\u00A0/g, ' ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/ ?\n ?/g, '\n');
  return (lines ? tidy.replaceAll(/\n{3,}/g, '\n\n') : tidy.replaceAll(/\n+/g, ' ')).trim();
}

function decode(text: string): string {
  let decoded = text;
  for (let time = 0; time < maxTimesEncoded && entity.test(decoded); time += 1) {
    const next = decodeHTMLStrict(decoded);
    // A code of no character, such as &#0;.
    if (next === decoded || (next.includes('\uFFFD') && !decoded.includes('\uFFFD'))) break;
    decoded = next;
  }
  return decoded;
}
