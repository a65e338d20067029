import { foldText } from '#server/db/search-words.ts';
import { escapeLike } from '#server/db/statement.ts';

/** How many characters of the stored words the index on them has. */
export const indexedLength = 100;

/** Returns a name as names are compared. */
export const nameKey = (name: string): string => foldText(name.normalize('NFC').trim());

/**
 * Returns the patterns of the stored words of a client, which begin with first name, last name and
 * company (server/leads/leads.rules.ts): the names in either order.
 */
export function listStarts(names: readonly string[], companyStarts: ReadonlySet<string>): string[] {
  const orders = new Set([names.join(' '), names.toReversed().join(' ')]);
  const starts = [...orders].flatMap((both) =>
    [...companyStarts].map((start) => `${both} ${start}`),
  );
  return starts.map(
    (start) => `${escapeLike(Array.from(start).slice(0, indexedLength).join(''))}%`,
  );
}

/** Returns whether two lists have the same words in the same order. */
export function isSameList(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
