/**
 * Returns a text with full-width characters (`＋６１`) as their plain forms and every kind of space as
 * a plain space. Other look-alikes stay: a superscript ² is a footnote and not a digit.
 */
export function plainCharacters(text: string): string {
  return text
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
}
