import { hasLetters, searchCode } from '#server/db/search-codes.ts';
import { isShortWord } from '#server/db/search-words.ts';
import { type Bind, escapeLike } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { recordDescriptions, type RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

import type { ContactsByWord } from './named-contacts.store.ts';
import { hasNearWords, nearWords } from './near-words.ts';
import { isNumberEnd, searchTerms, type SearchTerm } from './search-terms.ts';
import { namePatterns } from './unspaced-names.ts';

/** How many letters of the end of an id are indexed, and needed to find it. */
const endOfId = 6;

/** A search of leads or deals, with the caller’s scope. */
export interface Search {
  readonly table: RecordTable;
  readonly scope: Scope;
  readonly q: string;
  readonly contacts: ContactsByWord;
  /** The words that no index is asked for, if others say more. */
  readonly frequent?: ReadonlySet<string> | undefined;
  /** Whether a typing error in each word is tolerated (docs/decisions/search.md). */
  readonly isTolerant?: boolean | undefined;
}

/**
 * Returns the condition under which a search finds a record `r`: every term, in one of its
 * readings, is in the record’s own words, in the name of its contact or partner or, for a deal,
 * in its lead; or what was typed is its id, the end of it, or a number of the record. Returns
 * undefined for an empty search.
 */
export function searchCondition(request: Search, bind: Bind): string | undefined {
  const parsed = searchTerms(request.q);
  if (!parsed) return undefined;
  const { terms, ids, code } = parsed;
  const hasRare = terms.some(
    ({ readings }) => !readings.flat().some((w) => isFrequent(request, w)),
  );
  const search = hasRare ? request : { ...request, frequent: undefined };
  const hasTerm = ({ readings, names }: SearchTerm) =>
    either([
      ...readings.map((words) => words.map((word) => hasWord(search, word, bind)).join(' and ')),
      ...(names.length > 0 ? [hasName(search, names, bind)] : []),
    ]);
  const isTerm = terms.some(({ readings }) => readings.some((words) => words.join(' ') === code));
  return either([
    terms.map(hasTerm).join(' and '),
    ...(ids.length > 0 ? [`r.id = any(${bind(ids)})`] : []),
    ...(code === null ? [] : isCode(search, code, bind)),
    ...(code === null || (isTerm && terms.length === 1)
      ? []
      : recordHas(search, (column) => textHas(column, code, bind), bind)),
  ]);
}

/**
 * Returns the conditions under which a code is a number of a record, or of a deal’s lead, that is
 * stored with separators, or the end of the record’s id.
 */
function isCode({ table, scope }: Search, code: string, bind: Bind): string[] {
  const hasNumber = (fields: string) =>
    `joined_numbers(${fields}) is not null and joined_numbers(${fields}) @> array[${bind(code)}::text]`;
  // As ids: otherwise the numbers of each record read anyway would be made from its fields.
  const isAmong = (from: RecordTable, fields: string, id: string) =>
    `r.id = any(array(select n.${id} from ${from} as n where ${[...scopeConditions('n', scope, bind), hasNumber(`n.${fields}`)].join(' and ')}))`;
  const ofId = () =>
    `right(r.id, ${endOfId}) = ${bind(code.slice(-endOfId))} and r.id like ${bind(`%${code}`)}`;
  const numberConditions: Readonly<Record<RecordTable, () => string[]>> = {
    leads: () => [isAmong('leads', 'fields', 'id')],
    deals: () => [
      isAmong('deals', 'operator_fields', 'id'),
      isAmong('leads', 'fields', 'converted_deal_id'),
    ],
  };
  return [...numberConditions[table](), ...(code.length < endOfId ? [] : [ofId()])];
}

/**
 * Returns how many typed words begin or are whole words of a record `r`, counting whole words
 * twice, and the ends of numbers twice: a phone is known by its last digits. Counts the words of a
 * deal’s lead only for those who may read every lead: the order would otherwise reveal them.
 */
export function matchRank({ table, scope, q }: Omit<Search, 'contacts'>, bind: Bind): string {
  const hasLead = isOfLead(table) && 'everything' in scope;
  const text = `' ' || r.search || ' '${hasLead ? " || r.lead_search || ' '" : ''}`;
  const terms = searchTerms(q)?.terms ?? [];
  const words = terms.flatMap(({ readings: [first = []] }) => first);
  const numbers = terms.flatMap(({ readings }) => readings.flat().filter(isNumberEnd));
  const has = (part: string) => `(position(${bind(part)} in ${text}) > 0)::integer`;
  const counted = [
    ...[...new Set(words)].flatMap((word) => [has(` ${word}`), has(` ${word} `)]),
    ...[...new Set(numbers)].map((number) => `2 * ${has(`${number} `)}`),
  ];
  return counted.length === 0 ? '0' : `(${counted.join(' + ')})`;
}

const isFrequent = ({ frequent }: Search, word: string): boolean => frequent?.has(word) ?? false;

/** Returns the condition for a word in the record, or in the name of its contact or partner. */
function hasWord(search: Search, word: string, bind: Bind): string {
  const indexed = (column: string) => (isFrequent(search, word) ? `(${column} || '')` : column);
  return either([
    ...recordHas(search, (column) => textHas(indexed(column), word, bind), bind),
    ...(search.isTolerant === true && hasNearWords(word)
      ? recordHas(search, (column) => textHasNear(column, word, bind), bind)
      : []),
    ...contactHas(search, [word], bind),
  ]);
}

/** Returns the condition for one of the names that a word may be, as {@link hasWord}. */
function hasName(search: Search, names: readonly string[], bind: Bind): string {
  const { codes, expression } = namePatterns(names, search.isTolerant === true);
  const textHasName = (column: string) => {
    const like = (pattern: string) => `${column} like ${bind(pattern)}`;
    const hasCode = either(codes.map((group) => group.map(like).join(' and ')));
    return `(${hasCode} and (${column} || '') ~ ${bind(expression)})`;
  };
  return either([...recordHas(search, textHasName, bind), ...contactHas(search, names, bind)]);
}

/** Returns the condition for a record whose contact matches a word; none if there is no such. */
function contactHas({ contacts }: Search, words: readonly string[], bind: Bind): string[] {
  const ids = words.flatMap((word) => contacts.get(word) ?? []);
  return ids.length > 0 ? [`r.contact_id = any(${bind(ids)})`] : [];
}

/** Returns whether the records of a table came from leads, whose words find them too. */
const isOfLead = (table: RecordTable) => recordDescriptions[table].searched.includes('lead_search');

type TextCondition = (column: string) => string;

/** Returns the conditions for a text in the record itself and, for a deal, in its leads. */
function recordHas({ table, scope }: Search, has: TextCondition, bind: Bind): string[] {
  const own = has('r.search');
  return isOfLead(table) ? [own, leadHas(scope, has, bind)] : [own];
}

/**
 * Returns the condition for a text in a deal’s lead. The index on `lead_search` finds the deals.
 * Whether the caller may read the lead is checked on the lead itself: otherwise somebody who can
 * see only the deal could guess the client’s phone number by searching.
 */
function leadHas(scope: Scope, has: TextCondition, bind: Bind): string {
  const found = has('r.lead_search');
  if ('everything' in scope) return found;
  const readable = scopeConditions('l', scope, bind).join(' and ');
  const lead = `l.converted_deal_id = r.id and l.partner_id = r.partner_id and ${readable} and ${has('l.search')}`;
  return `(${found} and exists (select from leads as l where ${lead}))`;
}

function textHas(column: string, word: string, bind: Bind): string {
  const isShort = isShortWord(word);
  const code = searchCode(isShort ? ` ${word}` : word);
  // Where the word has a code, the index is asked for it; reading it for the word takes seconds.
  const text = hasLetters(code) ? `(${column} || '')` : column;
  const like = (before: string) => `${text} like ${bind(`${before}${escapeLike(word)}%`)}`;
  const found = isShort ? either([like(''), like('% ')]) : like('%');
  if (!hasLetters(code)) return found;
  return `(${column} like ${bind(`%${code}%`)} and ${found})`;
}

/**
 * Returns the condition for a word with a typing error. The regular expression is compared without
 * the index, which takes longer to read it than to find the rows by the patterns.
 */
function textHasNear(column: string, word: string, bind: Bind): string {
  const { patterns, codes, expression } = nearWords(word);
  const likes = (text: string, all: readonly string[]) =>
    either(all.map((pattern) => `${text} like ${bind(pattern)}`));
  const text = `(${column} || '')`;
  return [
    ...(codes.length > 0 ? [likes(column, codes)] : []),
    ...(patterns.length > 0 ? [likes(codes.length > 0 ? text : column, patterns)] : []),
    ...(expression === null ? [] : [`${text} ~ ${bind(expression)}`]),
  ].join(' and ');
}

function either(conditions: readonly string[]): string {
  if (conditions.length === 0) return 'false';
  return `(${conditions.map((condition) => `(${condition})`).join(' or ')})`;
}
