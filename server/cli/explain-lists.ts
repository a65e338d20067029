import { dealGroupsQuery } from '#contract/portal/list-counts.ts';
import { parseQuery } from '#contract/query-string.ts';
import type { Db } from '#server/db/connect.ts';
import { type Query, runStatement, statement, whereAll } from '#server/db/statement.ts';
import { listConditions } from '#server/records/list/list-conditions.store.ts';
import { groupsText } from '#server/records/list/list-groups.store.ts';
import { type ListSizes, readListSizes } from '#server/records/list/list-sizes.store.ts';
import { choosePlan, pagePlans, pageStatement } from '#server/records/list/page-plans.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { type RecordTable, recordDescriptions } from '#server/records/records.store.ts';
import { findNamedContacts } from '#server/records/search/named-contacts.store.ts';
import { findFrequentWords } from '#server/records/search/tolerant-search.store.ts';

/** Returns, for each plan of a list, when it is chosen, its statement and how that is planned. */
export async function explainPlans(db: Db, table: RecordTable): Promise<string> {
  const owner = await findSmallestOwner(db);
  const parts: string[] = [];
  for (const { example } of pagePlans) {
    const scope = example.ofFew ? owner : { everything: true as const };
    const smallOwner = example.ofFew ? owner : null;
    const isFrequent = example.ofMany ?? false;
    const sizes = { smallOwner, isSmallUpload: false, isFrequent, uploadLookup: 'rows' } as const;
    parts.push(await explainPage(db, table, example.query, { scope, sizes }));
  }
  return parts.join('\n\n');
}

/** Returns the plan of one query, or of its groups, its statement and how that is planned. */
export async function explainPage(
  db: Db,
  table: RecordTable,
  query: string,
  { scope = { everything: true }, sizes }: { scope?: Scope; sizes?: ListSizes } = {},
): Promise<string> {
  const input = parseQuery(recordDescriptions[table].query, new URLSearchParams(query));
  const request = { ...input, scope, readerId: '', position: null };
  const contacts = await findNamedContacts(db, scope, request.q);
  const frequent = await findFrequentWords(db, request.q);
  const read = { ...request, contacts, frequent, isTolerant: false };
  const { by } = parseQuery(dealGroupsQuery, new URLSearchParams(query));
  if (by !== '') {
    const groups = statement((bind) =>
      groupsText(table, { ...read, by }, whereAll(listConditions(table, read, bind))),
    );
    return explainStatement(db, groups, `groups: /${table}?${query}`);
  }
  const known = sizes ?? (await readListSizes(db, table, read));
  const { name, reason } = choosePlan(request, known);
  return explainStatement(
    db,
    pageStatement(table, read, known),
    `${name}: /${table}?${query}\n${reason}`,
  );
}

async function explainStatement(db: Db, { text, values }: Query, heading: string): Promise<string> {
  const rows = await runStatement<Record<'QUERY PLAN', string>>(db, {
    text: `explain ${text}`,
    values,
  });
  const oneLine = text.replaceAll(/\s+/g, ' ').trim();
  const plan = rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n');
  return `${heading}\n${oneLine}\n${plan}`;
}

/** Returns the contact with the fewest leads. */
async function findSmallestOwner(db: Db): Promise<Scope> {
  const owner = await db
    .selectFrom('lead_totals')
    .select('contact_id')
    .orderBy('total')
    .limit(1)
    .executeTakeFirst();
  return { contactId: owner?.contact_id ?? '' };
}
