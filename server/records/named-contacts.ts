import type { Db } from '#server/db/connect.ts';
import { foldText, hasWord, searchTerms } from '#server/db/search-words.ts';

import type { Scope } from './records.policy.ts';

/** The ids of the contacts that each word of a search names. */
export type ContactsByWord = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the contacts that the words of a search name, as far as names tell the caller's records
 * apart: to support the partner's name and the contact's, to a partner admin the contact's, to a
 * broker none. The names are read and folded at every search and stored nowhere else, so that a
 * renamed contact is found at once and no record has to be written for it; contacts are few.
 */
export async function findNamedContacts(db: Db, scope: Scope, q: string): Promise<ContactsByWord> {
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
  return new Map(
    terms.words.map((word) => [
      word,
      contacts.filter(({ text }) => hasWord(text, word)).map(({ id }) => id),
    ]),
  );
}
