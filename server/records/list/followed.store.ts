import type { Bind } from '#server/db/statement.ts';
import type { RecordTable } from '#server/records/records.store.ts';

/** Returns the query for the day on which an account follows up a record `r`. */
export function selectFollowUpDay(accountId: string, bind: Bind): string {
  return `select f.day from follow_ups as f
    where (f.record_id, f.partner_id) = (r.id, r.partner_id) and f.account_id = ${bind(accountId)}`;
}

/** Returns the query for all records of a table that an account follows up, found by their ids. */
export function selectFollowed(table: RecordTable, accountId: string, bind: Bind): string {
  return `select * from ${table} as r where r.id = any(array(
    select f.record_id from follow_ups as f where f.account_id = ${bind(accountId)}))`;
}
