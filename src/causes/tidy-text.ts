/** Characters that nobody sees: of no width, or marks of the direction of writing. */
const unseen = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
const wideSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** A cell without what cannot be seen in it: unseen characters go, every kind of space becomes a plain one. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(wideSpaces, ' ').trim();
}

/** The same, and without the apostrophe by which a spreadsheet marks a cell as text. */
export function tidied(text: string): string {
  return withoutUnseen(text).replace(/^['’]\s*/, '');
}
