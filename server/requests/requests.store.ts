import type { Selectable } from 'kysely';

import type { RequestListQuery } from '#contract/operator/requests.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import { type RecordTable, recordTables, recordTypes } from '#server/records/record-types.ts';
import { lockRecord } from '#server/records/record.store.ts';
import { joinAll, type Bind, runStatement, statement } from '#server/records/statement.ts';

/** A request with its files, as somebody reads it. */
export interface RequestRow extends Selectable<Tables['requests']> {
  /** The owner of the lead; null if there is no lead. */
  readonly lead_partner_id: string | null;
  readonly lead_contact_id: string | null;
  readonly files: readonly { readonly id: string; readonly fileName: string }[];
  /** Whether it is left out of what waits for the reader; null: no. */
  readonly is_snoozed: true | null;
  readonly snoozed_until: Date | null;
}

/** Returns the SQL of requests `r` as a reader has them: an account, or a key of the operator. */
export function selectRequests(readerId: string, bind: Bind): string {
  return `
    select r.*, l.partner_id as lead_partner_id, l.contact_id as lead_contact_id, snooze.*, (
      select coalesce(json_agg(json_build_object('id', a.id, 'fileName', a.file_name) order by a.created_at, a.id), '[]')
      from request_files as f join attachments as a on a.id = f.attachment_id where f.request_id = r.id
    ) as files
    from requests as r left join leads as l on l.id = r.lead_id ${joinSnooze(readerId, bind)}`;
}

/** Returns the SQL that joins what leaves a request `r` out of what waits for a reader. */
export function joinSnooze(readerId: string, bind: Bind): string {
  return `
    left join lateral (
      select true as is_snoozed, s.until as snoozed_until from request_snoozes as s
      where s.request_id = r.id and (s.until is null or s.account_id = ${bind(readerId)} and s.until > now())
        and not exists (select from changes as c
          where c.record_id = r.record_id and c.id > s.change_id and c.via = 'operator')
      order by s.until nulls first limit 1
    ) as snooze on true`;
}

/** Returns a request by id, whoever’s it is. */
export async function findRequest(
  db: Db,
  id: string,
  readerId: string,
): Promise<RequestRow | undefined> {
  const query = statement((bind) => `${selectRequests(readerId, bind)} where r.id = ${bind(id)}`);
  return (await runStatement<RequestRow>(db, query))[0];
}

/**
 * Returns a request as {@link findRequest}, with its record locked until the transaction ends: the
 * changes of a record, and of its requests, are made one after another.
 */
export async function lockRequest(
  tx: Db,
  id: string,
  readerId: string,
): Promise<RequestRow | undefined> {
  const found = await findRequest(tx, id, readerId);
  if (!found) return undefined;
  await lockRecord(tx, findTable(found.record_type), found.record_id);
  return findRequest(tx, id, readerId);
}

/** Returns the table of a type of record. */
export function findTable(type: RequestRow['record_type']): RecordTable {
  return recordTables.find((table) => recordTypes[table].name === type) ?? 'leads';
}

/** Maximum number of requests of a record that are shown. */
const maxListed = 200;

/** Returns the requests on a lead or deal, the latest first. */
export async function listRequestsOn(
  db: Db,
  recordId: string,
  readerId: string,
): Promise<RequestRow[]> {
  return runStatement(
    db,
    statement(
      (bind) => `${selectRequests(readerId, bind)} where r.record_id = ${bind(recordId)}
        order by r.created_at desc, r.id desc limit ${maxListed}`,
    ),
  );
}

/** Returns one page of the operator’s list, newest first, and whether another one follows. */
export async function listRequests(
  db: Db,
  { state, kind, recordId, partnerId, cursor, pageSize }: RequestListQuery,
): Promise<{ readonly rows: readonly RequestRow[]; readonly hasMore: boolean }> {
  const query = statement((bind) => {
    const conditions = [
      ...(state.length > 0 ? [`r.state = any(${bind(state)})`] : []),
      ...(kind.length > 0 ? [`r.kind = any(${bind(kind)})`] : []),
      ...(recordId === '' ? [] : [`r.record_id = ${bind(recordId)}`]),
      ...(partnerId === undefined ? [] : [`r.partner_id = ${bind(partnerId)}`]),
      ...(cursor === ''
        ? []
        : [
            `(r.created_at, r.id) < (select created_at, id from requests where id = ${bind(cursor)})`,
          ]),
    ];
    return `${selectRequests('', bind)} where ${joinAll(conditions)}
      order by r.created_at desc, r.id desc limit ${pageSize + 1}`;
  });
  const rows = await runStatement<RequestRow>(db, query);
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}
