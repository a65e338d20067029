import { withoutInvisible } from './tidy-text.ts';

/** Which words of a full name are the last name. */
export type NameSplit = 'last-word' | 'all-but-first';

/**
 * Splits a full name into first and last name. `Baker, Tom` is split at the comma. Returns
 * undefined if the name is a single word.
 */
export function splitName(
  text: string,
  split: NameSplit,
): { first: string; last: string } | undefined {
  const name = withoutInvisible(text).replaceAll(/\s+/g, ' ');
  const [, last, first] = /^([^,]+),\s*([^,]+)$/.exec(name) ?? [];
  if (first && last) return { first: first.trim(), last: last.trim() };
  const at = split === 'last-word' ? name.lastIndexOf(' ') : name.indexOf(' ');
  return at <= 0 ? undefined : { first: name.slice(0, at), last: name.slice(at + 1) };
}
