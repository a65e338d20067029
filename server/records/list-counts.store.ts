import type { StatusCount } from '#contract/portal/list-counts.ts';
import type { Db } from '#server/db/connect.ts';

import { findNamedContacts } from './named-contacts.ts';
import { filters, type ListRequest, statement } from './page-query.ts';
import { readRows } from './records.store.ts';

/** Counts the records that match the filters besides those by status, by status and sub-status. */
export async function countByStatus(
  db: Db,
  table: 'leads' | 'deals',
  request: ListRequest,
): Promise<StatusCount[]> {
  const contacts = await findNamedContacts(db, request.scope, request.q);
  const others = { ...request, contacts, status: [], subStatus: [] };
  return readRows(
    db,
    statement((bind) => {
      const conditions = filters({ table }, others, bind);
      const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
      return `
        select r.status, r.sub_status as "subStatus", count(*)::integer as total
        from ${table} as r ${where} group by 1, 2`;
    }),
  );
}
