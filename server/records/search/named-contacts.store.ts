import type { Db } from '#server/db/connect.ts';
import { foldText, hasWord } from '#server/db/search-words.ts';
import type { Scope } from '#server/records/records.policy.ts';

import { hasNearWords, isNear } from './near-words.ts';
import { searchTerms, wordsIn } from './search-terms.ts';

/** The ids of the contacts that match each word of a search. */
export type ContactsByWord = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the contacts whose names match the words of a search, where names distinguish the
 * caller’s records: for support the names of partner and contact, for a partner admin the
 * contact’s name, for a broker none. Names are read and normalised at every search and stored
 * nowhere else, so that a renamed contact is found at once without updating any record. There are
 * few contacts.
 */
export async function findNamedContacts(
  db: Db,
  scope: Scope,
  q: string,
  isTolerant = false,
): Promise<ContactsByWord> {
  const terms = searchTerms(q);
  if (!terms || 'contactId' in scope) return new Map();
  let query = db
    .selectFrom('contacts')
    .innerJoin('partners', 'partners.id', 'contacts.partner_id')
    .select(['contacts.id', 'first_name', 'last_name', 'partners.name']);
  if ('partnerId' in scope) query = query.where('partner_id', '=', scope.partnerId);
  const rows = await query.execute();
  const contacts = rows.map(({ id, first_name: first, last_name: last, name: partner }) => ({
    id,
    text: foldText('everything' in scope ? `${first} ${last} ${partner}` : `${first} ${last}`),
  }));
  const isNamed = (text: string, word: string) =>
    hasWord(text, word) ||
    (isTolerant && hasNearWords(word) && wordGroups(text, word).some((name) => isNear(name, word)));
  return new Map(
    wordsIn(terms).map((word) => [
      word,
      contacts.filter(({ text }) => isNamed(text, word)).map(({ id }) => id),
    ]),
  );
}

/**
 * Returns the words of a text; for a name that was typed without a space, each two words that
 * follow one another.
 */
function wordGroups(text: string, name: string): string[] {
  const count = name.split(' ').length;
  const words = text.split(' ');
  return words.map((_, at) => words.slice(at, at + count).join(' '));
}
