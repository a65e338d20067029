import { typesByList } from '#contract/v1/record-types.ts';
import { type Bind, joinAll } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { type RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/** The kinds of entries of the history that count as changes of a record. */
export const changeKinds = [
  'changed',
  'call',
  'attached',
  'file-changed',
  'file-withdrawn',
] as const;

/** The kinds of entries of the history that make a record unread. */
export const unreadKinds = ['created', ...changeKinds] as const;

/** Returns the condition for entries of these kinds, as the indexes of changes have it. */
export function isOfKinds(alias: string, kinds: readonly string[]): string {
  return `${alias}.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
}

/** Returns the conditions of entries `c` of a scope that make a record unread. */
export function unreadEntries(table: RecordTable, scope: Scope, bind: Bind): string[] {
  const ofTable = `c.record_type = '${typesByList[table]}'`;
  return [...scopeConditions('c', scope, bind), ofTable, isOfKinds('c', unreadKinds)];
}

/**
 * Returns the SQL of everybody but the reader who made any of some entries `c`. Each is one index
 * lookup, so that the reader’s own entries cost nothing, however many they are.
 */
export function otherActors(entries: readonly string[], reader: string): string {
  const first = (...more: readonly string[]) =>
    `(select c.by from changes as c where ${joinAll([...entries, ...more])} order by c.by limit 1)`;
  return `with recursive actors(by) as (
      ${first()} union all select ${first('c.by > actors.by')} from actors where actors.by is not null
    ) select actors.by from actors where actors.by <> ${reader}`;
}
