import { momentOfDaysAgo } from '#contract/v1/list-parameters.ts';
import { lastVisit } from '#contract/v1/lists.ts';
import type { Db } from '#server/db/connect.ts';
import type { Scope } from '#server/records/records.policy.ts';

import { findFrequentWords } from './frequent-words.ts';
import { type ContactsByWord, findNamedContacts } from './named-contacts.ts';

/**
 * How a request is read: the contacts whom the words of its search name, which words are frequent,
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
 * Returns what `read` returns; if that is nothing for a search, what it returns while it tolerates
 * typing errors.
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

async function momentOfVisit(
  db: Db,
  { changedSince, readerId = '' }: Visited,
): Promise<{ changedSince?: string }> {
  if (changedSince !== lastVisit) return {};
  const visit = await db
    .selectFrom('home_visits')
    .select('seen_at')
    .where('account_id', '=', readerId)
    .executeTakeFirst();
  return { changedSince: visit?.seen_at.toISOString() ?? momentOfDaysAgo(7) };
}
