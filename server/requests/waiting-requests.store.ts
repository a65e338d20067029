import { sql } from 'kysely';

import { waitingStates } from '#contract/portal/requests.ts';
import type { Db } from '#server/db/connect.ts';
import type { Reader } from '#server/records/list/list-request.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { joinAll, type Bind, runStatement, statement } from '#server/records/statement.ts';

import { joinSnooze, type RequestRow, selectRequests } from './requests.store.ts';

/** Returns the condition of a request `r` that waits; support also sees those that are snoozed. */
function isWaiting({ scope }: Reader, bind: Bind): string {
  return joinAll([
    `r.state in (${waitingStates.map((state) => `'${state}'`).join(', ')})`,
    ...scopeConditions('r', scope, bind),
    ...('everything' in scope ? [] : ['snooze.is_snoozed is null']),
  ]);
}

/** Returns a page of the requests that wait, the first due first, then the oldest. */
export async function listWaitingRequests(
  db: Db,
  reader: Reader,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<RequestRow[]> {
  return runStatement(
    db,
    statement(
      (bind) => `${selectRequests(reader.readerId, bind)} where ${isWaiting(reader, bind)}
        order by r.due_on, r.created_at, r.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
  );
}

/** How many requests wait for a contact or partner. */
export interface WaitingOwner {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly first_due: string | null;
}

/** Counts the requests that wait, by contact or, for support, by partner; most first. */
export async function countWaitingRequests(db: Db, reader: Reader): Promise<WaitingOwner[]> {
  const [id, table, name] =
    'everything' in reader.scope
      ? ['partner_id', 'partners', 'owner.name']
      : ['contact_id', 'contacts', `concat_ws(' ', owner.first_name, owner.last_name)`];
  return runStatement(
    db,
    statement(
      (bind) => `select owner.id, ${name} as name, counted.total, counted.first_due from (
        select r.${id} as id, count(*) as total, min(r.due_on) as first_due
        from requests as r ${joinSnooze(reader.readerId, bind)} where ${isWaiting(reader, bind)} group by 1
      ) as counted join ${table} as owner on owner.id = counted.id
      order by counted.total desc, name, owner.id`,
    ),
  );
}

/** Leaves a request out of what waits, until a moment or until the operator acts (null). */
export async function snoozeRequest(
  tx: Db,
  { id, record_id: recordId }: RequestRow,
  { accountId, until }: { readonly accountId: string; readonly until: string | null },
): Promise<void> {
  await sql`
    insert into request_snoozes (request_id, account_id, until, change_id)
    select ${id}, ${accountId}, ${until}::timestamptz, coalesce(max(id), 0) from changes where record_id = ${recordId}
    on conflict (request_id, account_id) do update set until = excluded.until, change_id = excluded.change_id`.execute(
    tx,
  );
}

/** Ends what leaves a request out of what waits for an account. */
export async function deleteSnooze(tx: Db, id: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('request_snoozes')
    .where('request_id', '=', id)
    .where((is) => is.or([is('account_id', '=', accountId), is('until', 'is', null)]))
    .execute();
}
