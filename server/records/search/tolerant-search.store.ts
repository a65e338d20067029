import { sql } from 'kysely';

import { momentOfDaysAgo } from '#contract/v1/list-parameters.ts';
import { maxFilteredTotal } from '#contract/v1/paging.ts';
import { lastVisit } from '#contract/v1/record-lists.ts';
import type { Db } from '#server/db/connect.ts';
import type { Scope } from '#server/records/records.policy.ts';

import { type ContactsByWord, findNamedContacts } from './named-contacts.store.ts';
import { searchTerms, wordsIn } from './search-terms.ts';

/**
 * The percentage of a table that is sampled for frequent words, the same blocks each time; and how
 * many sampled records make a word frequent: four times as many as of {@link maxFilteredTotal}
 * records, because those of one upload are side by side.
 */
export const sample = { percent: 0.5, enough: (4 * maxFilteredTotal * 0.5) / 100 };

/** How long the frequent words are known, in milliseconds. */
const maxAgeMs = 10 * 60_000;
const known = new WeakMap<Db, { readonly at: number; readonly words: Promise<string[]> }>();

/** Returns those words of a search that so many leads have that an index of them says little. */
export async function findFrequentWords(db: Db, q: string): Promise<ReadonlySet<string>> {
  const terms = searchTerms(q);
  if (!terms) return new Set();
  let found = known.get(db);
  if (!found || performance.now() - found.at > maxAgeMs) {
    found = { at: performance.now(), words: readFrequentWords(db) };
    known.set(db, found);
    found.words.catch(() => known.delete(db));
  }
  const words = await found.words;
  return new Set(wordsIn(terms).filter((typed) => words.some((word) => word.includes(typed))));
}

async function readFrequentWords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from leads tablesample system (${sql.lit(sample.percent)}) repeatable (1),
      unnest(string_to_array(search, ' ')) as word
    group by word having count(distinct id) >= ${sql.lit(sample.enough)}`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * How a request is read: the contacts that the words of its search name, which words are frequent,
 * whether errors are tolerated, and the moment of the reader’s last visit in place of that word:
 * with it, the planner knows how many records changed.
 */
export interface SearchReading {
  readonly contacts: ContactsByWord;
  readonly frequent?: ReadonlySet<string>;
  readonly isTolerant: boolean;
  readonly changedSince?: string;
}

/**
 * Returns the result of `read`; if that is nothing for a search, its result with typing errors
 * tolerated.
 */
export async function readTolerantly<Result>(
  db: Db,
  request: { readonly scope: Scope; readonly q: string } & Visited,
  read: (reading: SearchReading) => Promise<Result>,
  isNothing: (result: Result) => boolean,
): Promise<Result> {
  const { scope, q } = request;
  const visit = await momentOfVisit(db, request);
  const frequent = await findFrequentWords(db, q);
  const readAs = async (isTolerant: boolean) => {
    const contacts = await findNamedContacts(db, scope, q, isTolerant);
    return read({ contacts, frequent, isTolerant, ...visit });
  };
  const result = await readAs(false);
  return q === '' || !isNothing(result) ? result : readAs(true);
}

/** The filter by what others changed, and whose last visit it may mean. */
interface Visited {
  readonly changedSince?: string;
  readonly readerId?: string;
}

async function momentOfVisit(db: Db, { changedSince, readerId = '' }: Visited) {
  if (changedSince !== lastVisit) return {};
  const visit = await db
    .selectFrom('home_visits')
    .select('seen_at')
    .where('account_id', '=', readerId)
    .executeTakeFirst();
  return { changedSince: visit?.seen_at.toISOString() ?? momentOfDaysAgo(7) };
}
