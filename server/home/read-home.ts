import { type Home, homeLimits, sumCounts } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/statement-limit.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';
import type { OwnerCount } from '#server/records/list/list-counts.store.ts';
import { countLeadsOfWeeks } from '#server/records/list/week-counts.store.ts';

import { countWaiting, sumOutcomes } from './home.rules.ts';
import { findNames } from './home.store.ts';
import { readChanged } from './read-changed.ts';
import { readFollowUps, readTodo, type TodoReader } from './read-todo.ts';

/** The reader of a home page, and the weeks whose leads it counts. */
interface HomeReader extends TodoReader {
  readonly weeks: readonly string[];
}

/** Returns the home page of a caller. Throws an ApiError 503 if a statement takes too long. */
export async function readHome({ db, caller, scope, today, weeks }: HomeReader): Promise<Home> {
  const isSupport = caller.role === 'support';
  // Before the changes are read, so that none of an earlier time can be committed after that.
  const committedAt = await findCommittedTime(db);
  return withinTime(db, async (tx) => {
    const reader = { db: tx, caller, scope, today };
    const [{ todo, listed, later }, leads, changed] = await Promise.all([
      readTodo(reader, { limit: homeLimits.todo, offset: 0 }),
      isSupport ? [] : countLeadsOfWeeks(tx, { scope, weeks }),
      isSupport ? null : readChanged(reader, committedAt),
    ]);
    return {
      todo,
      followUps: await readFollowUps(tx, later),
      changed,
      weeks: isSupport ? [] : sumOutcomes(leads, weeks),
      owners:
        caller.role === 'broker'
          ? []
          : await readOwners(tx, isSupport ? 'partners' : 'contacts', listed),
    };
  });
}

/** Reads whose records wait for the partner, and how many, most first. */
async function readOwners(db: Db, table: 'contacts' | 'partners', listed: readonly OwnerCount[]) {
  const waiting = [...Map.groupBy(listed, ({ owner }) => owner)]
    .map(([id, own]) => ({ id, ...countWaiting(own) }))
    .filter((owner) => sumCounts(owner) > 0)
    .toSorted((one, other) => sumCounts(other) - sumCounts(one))
    .slice(0, homeLimits.owners);
  const ids = waiting.map(({ id }) => id);
  const names = await findNames(db, table, ids);
  return waiting.map((owner) => ({ ...owner, name: names.get(owner.id) ?? '' }));
}
