import { isShortWord, searchTerms } from '#server/db/search-words.ts';

import type { ContactsByWord } from './named-contacts.ts';
import type { Scope } from './records.policy.ts';

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** A search of leads or deals, with the caller’s scope. */
export interface Search {
  readonly table: 'leads' | 'deals';
  readonly scope: Scope;
  readonly q: string;
  readonly contacts: ContactsByWord;
}

/** Returns the conditions under which the caller can see a lead or deal with this table alias. */
export function scopeConditions(alias: string, scope: Scope, bind: Bind): string[] {
  if ('contactId' in scope) return [`${alias}.contact_id = ${bind(scope.contactId)}`];
  if ('partnerId' in scope) return [`${alias}.partner_id = ${bind(scope.partnerId)}`];
  return [];
}

/**
 * Returns the condition under which a search finds a record `r`: every word is in the record’s own
 * words, in the name of its contact or partner or, for a deal, in its lead; or the record contains
 * the one number that was typed; or the search is the record’s id. Returns undefined for an empty
 * search.
 */
export function searchCondition(search: Search, bind: Bind): string | undefined {
  const terms = searchTerms(search.q);
  if (!terms) return undefined;
  const hasWord = (word: string) =>
    either([
      ...recordHas(search, word, bind),
      ...contactHas(search.contacts.get(word) ?? [], bind),
    ]);
  const found = [
    `(${terms.words.map(hasWord).join(' and ')})`,
    `r.id = ${bind(search.q)}`,
    ...(terms.number === null ? [] : recordHas(search, terms.number, bind)),
  ];
  return either(found);
}

/** Returns the conditions for a word in the record itself and, for a deal, in its leads. */
function recordHas({ table, scope }: Search, word: string, bind: Bind): string[] {
  const own = textHas('r.search', word, bind);
  return table === 'leads' ? [own] : [own, leadHas(scope, word, bind)];
}

/**
 * Returns the condition for a word in a deal’s lead. The index on `lead_search` finds the deals.
 * Whether the caller may read the lead is checked on the lead itself: otherwise somebody who can
 * see only the deal could guess the client’s phone number by searching.
 */
function leadHas(scope: Scope, word: string, bind: Bind): string {
  const found = textHas('r.lead_search', word, bind);
  if ('everything' in scope) return found;
  const readable = scopeConditions('l', scope, bind).join(' and ');
  const lead = `l.converted_deal_id = r.id and ${readable} and ${textHas('l.search', word, bind)}`;
  return `(${found} and exists (select from leads as l where ${lead}))`;
}

function contactHas(contactIds: readonly string[], bind: Bind): string[] {
  return contactIds.length === 0 ? [] : [`r.contact_id = any(${bind(contactIds)})`];
}

function textHas(column: string, word: string, bind: Bind): string {
  const like = (before: string) =>
    `${column} like ${bind(`${before}${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`;
  return isShortWord(word) ? either([like(''), like('% ')]) : like('%');
}

function either(conditions: readonly string[]): string {
  return `(${conditions.join(' or ')})`;
}
