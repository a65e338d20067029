/** Invisible characters: zero-width characters, soft hyphens and direction marks. */
const unseen = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
const wideSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * Returns a cell without invisible characters and with plain spaces in place of other spaces,
 * trimmed.
 */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(wideSpaces, ' ').trim();
}

/** Returns the same without the apostrophe by which a spreadsheet marks a cell as text. */
export function tidied(text: string): string {
  return withoutUnseen(text).replace(/^['’]\s*/, '');
}
