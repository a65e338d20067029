import type { BusinessFields } from '#contract/business-currency.ts';
import type { Db } from '#server/db/connect.ts';
import type { RecordTable } from '#server/records/record-types.ts';
import { queryRows } from '#server/records/statement.ts';

/** A lead or deal as the home page shows it, with the names of its partner and contact. */
export interface HomeRow {
  readonly table: RecordTable;
  readonly id: string;
  readonly name: string;
  readonly amount: string | null;
  /** Those of a lead; nothing of a deal. */
  readonly fields: BusinessFields;
  readonly status: string;
  readonly sub_status: string;
  readonly status_since: Date;
  readonly sub_status_since: Date;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly contact_name: string;
}

/** Returns the records with these ids. */
export async function findRows(
  db: Db,
  table: RecordTable,
  ids: readonly string[],
): Promise<HomeRow[]> {
  if (ids.length === 0) return [];
  return queryRows(
    db,

    (bind) => `${selectRow(table)} from ${table} as r ${joinOwners} where r.id = any(${bind(ids)})`,
  );
}

const joinOwners =
  'join contacts on contacts.id = r.contact_id join partners on partners.id = r.partner_id';

function selectRow(table: RecordTable): string {
  const own =
    table === 'deals'
      ? `r.name, r.amount, '{}'::jsonb as fields`
      : `coalesce(nullif(concat_ws(' ', r.fields ->> 'firstName', r.fields ->> 'lastName'), ''),
          r.fields ->> 'companyName', '') as name, r.amount_requested as amount, r.fields`;
  return `select '${table}' as table, r.id, ${own}, r.status, r.sub_status, r.status_since, r.sub_status_since,
    r.partner_id, partners.name as partner_name, concat_ws(' ', contacts.first_name, contacts.last_name) as contact_name`;
}

/** Returns the names of contacts or partners by id. */
export async function findNames(db: Db, table: 'contacts' | 'partners', ids: readonly string[]) {
  const name = table === 'partners' ? 'name' : `concat_ws(' ', first_name, last_name)`;
  const rows = await queryRows<{ id: string; name: string }>(
    db,
    (bind) => `select id, ${name} as name from ${table} where id = any(${bind(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
