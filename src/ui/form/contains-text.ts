/** Returns whether a text contains the typed search text, ignoring case and accents. */
export function containsText(text: string, typed: string): boolean {
  return withoutAccents(text).includes(withoutAccents(typed.trim()));
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
