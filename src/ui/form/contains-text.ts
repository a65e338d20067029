/** Returns whether a text contains what is typed to search it; case and accents don’t matter. */
export function containsText(text: string, typed: string): boolean {
  return withoutAccents(text).includes(withoutAccents(typed.trim()));
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
