import type { Db } from '#server/db/connect.ts';
import { type Bind, queryRows } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import type { RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';
import { matchRank, searchCondition } from '#server/records/search/search-condition.store.ts';
import type { SearchReading } from '#server/records/search/tolerant-search.store.ts';

/** A search within a scope. */
interface RecordSearch extends SearchReading {
  readonly scope: Scope;
  readonly q: string;
}

/** A lead or deal that has all words, with the fields that it may be found by. */
export interface CandidateRow {
  readonly id: string;
  readonly table: RecordTable;
  readonly status: string;
  readonly sub_status: string;
  readonly created_at: Date;
  readonly contact_name: string;
  readonly partner_name: string;
  /** The deal’s name; null of a lead. */
  readonly deal_name: string | null;
  readonly customer: string | null;
  readonly sfid: string | null;
  readonly reference: string | null;
  /** The creation fields of the lead, or of the newest readable lead that became the deal. */
  readonly fields: Readonly<Record<string, unknown>> | null;
}

/**
 * How many of the newest records are compared by their number of whole words, and how many of those
 * field by field. A search that more records match needs more words.
 */
const limits = { matches: 2_000, candidates: 80 };

/** Returns the records of a table that a search finds: those with most whole words, the newest. */
export async function listCandidates(db: Db, table: RecordTable, search: RecordSearch) {
  return queryRows<CandidateRow>(db, (bind) => {
    const { scope } = search;
    const found = searchCondition({ table, ...search }, bind) ?? 'false';
    const conditions = [...scopeConditions('r', scope, bind), found].join(' and ');
    return `
      with found as (
        select r.id, r.created_at, ${matchRank({ table, ...search }, bind)} as rank from ${table} as r
        where ${conditions} order by r.created_at desc, r.id desc limit ${limits.matches}
      ), best as (
        select id from found order by rank desc, created_at desc, id desc
        limit ${limits.candidates}
      )
      select r.id, '${table}' as table, r.status, r.sub_status, r.created_at,
        contacts.first_name || ' ' || contacts.last_name as contact_name, partners.name as partner_name,
        ${foundFields[table].columns}
      from best join ${table} as r using (id)
        join contacts on contacts.id = r.contact_id
        join partners on partners.id = r.partner_id
        ${foundFields[table].join(scope, bind)}`;
  });
}

/** The fields by which the records of a table may be found, and the join that has them. */
interface FoundFields {
  readonly columns: string;
  readonly join: (scope: Scope, bind: Bind) => string;
}

const ofLead = `null as deal_name, null as customer, null as sfid, null as reference, r.fields`;
const ofDeal = `r.name as deal_name, r.operator_fields -> 'customer' ->> 'name' as customer,
  r.operator_fields ->> 'sfid' as sfid, r.operator_fields ->> 'partnerLeadReferenceId' as reference, lead.fields`;

function newestLead(scope: Scope, bind: Bind): string {
  const isOfDeal = 'l.converted_deal_id = r.id and l.partner_id = r.partner_id';
  const conditions = [isOfDeal, ...scopeConditions('l', scope, bind)];
  return `left join lateral (select l.fields from leads as l where ${conditions.join(' and ')}
    order by l.created_at desc, l.id desc limit 1) as lead on true`;
}

const foundFields: Readonly<Record<RecordTable, FoundFields>> = {
  leads: { columns: ofLead, join: () => '' },
  deals: { columns: ofDeal, join: newestLead },
};
