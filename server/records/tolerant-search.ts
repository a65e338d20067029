import type { Db } from '#server/db/connect.ts';

import { type ContactsByWord, findNamedContacts } from './named-contacts.ts';
import type { Scope } from './records.policy.ts';

/** How a search is read: the contacts whom its words name, and whether errors are tolerated. */
export interface SearchReading {
  readonly contacts: ContactsByWord;
  readonly isTolerant: boolean;
}

/**
 * Returns what `read` returns; if that is nothing for a search, what it returns while it tolerates
 * typing errors.
 */
export async function readTolerantly<Result>(
  db: Db,
  { scope, q }: { readonly scope: Scope; readonly q: string },
  read: (reading: SearchReading) => Promise<Result>,
  isNothing: (result: Result) => boolean,
): Promise<Result> {
  const readAs = async (isTolerant: boolean) =>
    read({ contacts: await findNamedContacts(db, scope, q, isTolerant), isTolerant });
  const result = await readAs(false);
  return q === '' || !isNothing(result) ? result : readAs(true);
}
