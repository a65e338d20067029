import { countryCurrencies, numberCurrencies } from '#contract/business-currency.ts';
import type { Grouping } from '#contract/v1/list-parameters.ts';
import type { Db } from '#server/db/connect.ts';
import { recordDescriptions, type RecordTable } from '#server/records/records.store.ts';

import { countGroups } from './list-counts.store.ts';
import { type GroupRow, mergeGroups } from './list-groups.rules.ts';
import type { RecordsRequest } from './list-request.ts';
import { isByStatus, storedTotals } from './stored-totals.store.ts';

/** The columns whose values the records of a group share. */
const groupColumns: Readonly<Record<Grouping | '', readonly string[]>> = {
  '': [],
  status: ['status'],
  waitingOn: ['status', 'sub_status', 'has_request'],
  contact: ['contact_id'],
};

/** More groups of contacts than anybody reads; those with most records come first. */
const maxGroups = 1_000;

interface GroupsRequest extends RecordsRequest {
  readonly by: Grouping | '';
}

/** Counts the records that match the filters, and adds up their amounts, by group and currency. */
export async function sumGroups(db: Db, table: RecordTable, request: GroupsRequest) {
  const rows = await countGroups<GroupRow>(db, table, request, (where) =>
    groupsText(table, request, where),
  );
  return mergeGroups(table, request.by, rows);
}

/** Returns the SQL that reads the groups of the records under a condition. */
export function groupsText(table: RecordTable, request: GroupsRequest, where: string): string {
  const columns = groupColumns[request.by].map((name) => `r.${name}`);
  const hasSums = isOfOnePartner(request);
  const { amount } = recordDescriptions[table];
  const currency = hasSums ? currencies[table] : 'null::text';
  // Support may count all records there are: without sums, the stored totals have their numbers.
  const [source, number] =
    !hasSums && isByStatus(request)
      ? [
          storedTotals(table, request, request.by === 'contact' ? 'contacts' : undefined),
          'sum(r.total)',
        ]
      : [table, 'count(*)'];
  return `
    select ${[...columns, `${currency} as currency`].join(', ')}, ${number}::integer as total,
      ${hasSums ? `sum(r.${amount})` : 'null'}::text as amount
    from ${source} as r ${where} group by ${[...columns, 'currency'].join(', ')}
    having ${number} > 0 order by total desc limit ${maxGroups}`;
}

/** Returns whether every record that matches the filters is one partner’s. */
function isOfOnePartner({ scope, brokerId, brokerRepId }: RecordsRequest): boolean {
  return !('everything' in scope) || Boolean(brokerId) || Boolean(brokerRepId);
}

const quoted = (text: string) => `'${text}'`;

/** The SQL of the currency of the country of a lead’s business, as `businessCurrency` says. */
const businessCurrencyText = `case
  ${Object.entries(numberCurrencies)
    .map(([name, code]) => `when coalesce(r.fields ->> '${name}', '') <> '' then ${quoted(code)}`)
    .join('\n')}
  else case lower(trim(r.fields #>> '{businessAddress,country}'))
    ${Object.entries(countryCurrencies)
      .map(([country, code]) => `when ${quoted(country)} then ${quoted(code)}`)
      .join('\n')} end
  end`;

/** The SQL of the currency of an amount, of each table. */
const currencies: Readonly<Record<RecordTable, string>> = {
  leads: businessCurrencyText,
  deals: 'null::text',
};
