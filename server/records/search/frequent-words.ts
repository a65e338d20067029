import { sql } from 'kysely';

import { maxFilteredTotal } from '#contract/v1/lists.ts';
import type { Db } from '#server/db/connect.ts';

import { searchTerms, wordsIn } from './search-terms.ts';

/**
 * The share of a table, in percent, that is looked at for what is frequent, the same blocks each
 * time; and in how many records of it a word is frequent: four times as many as of
 * {@link maxFilteredTotal} records, because those of one upload are side by side.
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
