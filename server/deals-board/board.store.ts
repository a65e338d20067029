import type { Db } from '#server/db/connect.ts';
import { findNamedContacts } from '#server/records/named-contacts.ts';
import { filters, type ListRequest, statement } from '#server/records/page-query.ts';
import { readRows } from '#server/records/records.store.ts';

/** How many deals have a status. */
export interface StatusRow {
  readonly status: string;
  readonly total: number;
  /** The sum of their amounts, with two decimals; null without amounts, or if no sum is wanted. */
  readonly amount: string | null;
}

/** Counts the deals that match the filters by status, and sums their amounts if `hasSums`. */
export async function countDealStatuses(
  db: Db,
  request: ListRequest,
  hasSums: boolean,
): Promise<StatusRow[]> {
  const contacts = await findNamedContacts(db, request.scope, request.q);
  const query = statement((bind) => {
    const conditions = filters({ table: 'deals' }, { ...request, contacts }, bind);
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    return `
      select r.status, count(*)::integer as total, ${hasSums ? 'sum(r.amount)' : 'null'}::text as amount
      from deals as r ${where} group by r.status`;
  });
  return readRows<StatusRow>(db, query);
}
