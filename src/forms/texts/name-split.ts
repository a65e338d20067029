/** A name as its two fields. */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Words that belong to the last name that follows them: "Ludwig van Beethoven", "María de la
 * Cruz".
 */
const particles = new Set(
  'al bin binti da de del della den der di dos du el la le mac st ter van von zu'.split(' '),
);

/**
 * Returns how to split a full name entered as a first name: "Mary Smith", "Smith, Mary"; undefined
 * for a single word. The split may be wrong ("Mary Ann" is one first name), so it is only ever
 * suggested.
 */
export function splitName(text: string): PersonName | undefined {
  const [last, first, more] = text.split(',').map((part) => part.trim());
  if (last && first && more === undefined) return { firstName: first, lastName: last };
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || text.includes(',')) return undefined;
  let at = words.length - 1;
  while (at > 1 && particles.has((words[at - 1] ?? '').toLowerCase())) at -= 1;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}
