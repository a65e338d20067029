import type { Selectable } from 'kysely';

import type { RequestListQuery } from '#contract/operator/requests.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import { listsByType } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import { type Bind, joinAll, runStatement } from '#server/db/statement.ts';
import { lockRecord } from '#server/records/records.store.ts';

/** A request with its files, as somebody reads it. */
export interface RequestRow extends Selectable<Tables['requests']> {
  /** The owner of the lead; null if there is no lead. */
  readonly lead_partner_id: string | null;
  readonly lead_contact_id: string | null;
  readonly files: LenderRequest['files'];
}

/** Returns requests `r` with their leads and files; `writeEnd` says which ones, in which order. */
async function selectRequests(db: Db, writeEnd: (bind: Bind) => string): Promise<RequestRow[]> {
  return runStatement(
    db,
    (bind) => `
    select r.*, l.partner_id as lead_partner_id, l.contact_id as lead_contact_id, (
      select coalesce(json_agg(json_build_object('id', a.id, 'fileName', a.file_name, 'isUnsent', f.is_unsent) order by a.created_at, a.id), '[]')
      from request_files as f join attachments as a on (a.id, a.lead_partner_id) = (f.attachment_id, f.partner_id)
      where (f.request_id, f.partner_id) = (r.id, r.partner_id)
    ) as files
    from requests as r left join leads as l on (l.id, l.partner_id) = (r.lead_id, r.partner_id)
    where ${writeEnd(bind)}`,
  );
}

/** Returns a request of any owner by id. */
export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return (await selectRequests(db, (bind) => `r.id = ${bind(id)}`))[0];
}

/**
 * Returns a request as {@link findRequest}, with its record locked until the transaction ends: the
 * changes of a record, and of its requests, are made one after another.
 */
export async function lockRequest(tx: Db, id: string): Promise<RequestRow | undefined> {
  const found = await findRequest(tx, id);
  if (!found) return undefined;
  await lockRecord(tx, listsByType[found.record_type], found.record_id);
  return findRequest(tx, id);
}

/** Maximum number of requests of a record that are shown. */
const maxListed = 200;

/** Returns the requests on a lead or deal, the latest first. */
export async function listRequestsOn(db: Db, recordId: string): Promise<RequestRow[]> {
  return selectRequests(
    db,
    (bind) =>
      `r.record_id = ${bind(recordId)} order by r.created_at desc, r.id desc limit ${maxListed}`,
  );
}

/** Returns the requests on some records that are not done, in the order in which to answer them. */
export async function listPending(db: Db, recordIds: readonly string[]): Promise<RequestRow[]> {
  if (recordIds.length === 0) return [];
  return selectRequests(
    db,
    (bind) => `r.record_id = any(${bind(recordIds)}) and r.state in ('open', 'returned', 'sent')
      order by r.due_on, r.created_at, r.id`,
  );
}

/** Returns one page of the operator’s list, newest first, and whether another one follows. */
export async function listRequests(
  db: Db,
  { state, kind, recordId, partnerId, cursor, pageSize }: RequestListQuery,
): Promise<{ readonly rows: readonly RequestRow[]; readonly hasMore: boolean }> {
  const rows = await selectRequests(db, (bind) => {
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
    return `${joinAll(conditions)} order by r.created_at desc, r.id desc limit ${pageSize + 1}`;
  });
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}
