import type { FastifyInstance } from 'fastify';

import {
  type FoundRecord,
  type SearchedField,
  searchedLeadFields,
  searchEndpoints,
  searchLimits,
} from '#contract/portal/search.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { type Bind, queryRows } from '#server/db/statement.ts';
import { route } from '#server/http/routes.ts';
import { type Scope, toScope } from '#server/records/records.policy.ts';
import { type RecordTable, recordTables } from '#server/records/records.store.ts';
import {
  matchRank,
  scopeConditions,
  searchCondition,
} from '#server/records/search/search-condition.ts';
import { searchTerms } from '#server/records/search/search-terms.ts';
import {
  readTolerantly,
  type SearchReading,
} from '#server/records/search/tolerant-search.store.ts';

import { type FoundField, matchFields } from './search.rules.ts';

/** Registers the search of leads and deals together. */
export function searchRoutes(app: FastifyInstance, { db }: Database): void {
  route(app, searchEndpoints.searchRecords, async ({ caller, readBody }) => {
    const { q, limit = searchLimits.records } = readBody();
    const scope = toScope(caller);
    return findRecords(db, { scope, q, limit });
  });
}

/** The search, its reader, and the number of records to return. */
interface FindRequest {
  readonly scope: Scope;
  readonly q: string;
  readonly limit: number;
}

/**
 * Returns the leads and deals within a scope that match a search, the best first. Where none does,
 * typing errors are tolerated.
 */
export async function findRecords(db: Db, request: FindRequest) {
  return readTolerantly(
    db,
    request,
    async (reading) => rankRecords(db, request, reading),
    ({ records }) => records.length === 0,
  );
}

async function rankRecords(db: Db, { scope, q, limit }: FindRequest, reading: SearchReading) {
  const terms = searchTerms(q);
  if (!terms) return { records: [], isTolerant: false };
  const found = await Promise.all(
    recordTables.map(async (table) => listCandidates(db, table, { scope, q, ...reading })),
  );
  const isSupport = 'everything' in scope;
  const names = isSupport
    ? (['contact', 'partner'] as const)
    : 'partnerId' in scope
      ? (['contact'] as const)
      : [];
  const records = found
    .flat()
    .map((row) => ({ row, match: matchFields(listFields(row, names), terms) }))
    // The patterns of the index also find a few words with more errors.
    .filter(({ match }) => !reading.isTolerant || match.isWhole)
    .toSorted(
      (one, other) =>
        other.match.score - one.match.score ||
        Number(other.row.created_at) - Number(one.row.created_at),
    )
    .slice(0, limit)
    .map(({ row, match }) => presentFound(row, match.best, isSupport));
  return { records, isTolerant: reading.isTolerant };
}

/** The facts that a result shows anyway, so that it need not say that they match. */
const shownFields: readonly SearchedField[] = ['name', 'companyName', 'dealName'];

/** Returns the fields of a record that the reader can find it by. */
function listFields(row: CandidateRow, names: readonly ('contact' | 'partner')[]): FoundField[] {
  const text = (name: string) => readText(row, name);
  const found: FoundField[] = [
    { field: 'dealName', value: row.deal_name ?? '' },
    { field: 'customer', value: row.customer ?? '' },
    { field: 'sfid', value: row.sfid ?? '' },
    { field: 'id', value: row.id },
    { field: 'name', value: nameClient(row) },
    { field: 'contact', value: names.includes('contact') ? row.contact_name : '' },
    { field: 'partner', value: names.includes('partner') ? row.partner_name : '' },
    ...searchedLeadFields.map((field) => ({ field, value: text(field) })),
    { field: 'partnerLeadReferenceId', value: row.reference ?? '' },
  ];
  return found.filter(({ value }) => value !== '');
}

function readText({ fields }: CandidateRow, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

function nameClient(row: CandidateRow): string {
  return `${readText(row, 'firstName')} ${readText(row, 'lastName')}`.trim();
}

/** Returns a found record as the search shows it; only support reads whose it is. */
function presentFound(row: CandidateRow, best: FoundField | null, isSupport: boolean): FoundRecord {
  const client = nameClient(row);
  const company = readText(row, 'companyName');
  const name = [row.deal_name, client, company, row.customer].find(Boolean) ?? '';
  const others = row.table === 'leads' ? [company] : [client, company];
  return {
    type: row.table === 'leads' ? 'lead' : 'deal',
    id: row.id,
    name,
    company: others.filter((other) => other !== '' && other !== name).join(', '),
    status: row.status,
    subStatus: row.sub_status,
    contact: row.contact_name,
    partner: isSupport ? row.partner_name : null,
    match: best === null || shownFields.includes(best.field) ? null : best,
  };
}

/** A search within a scope. */
export interface RecordSearch extends SearchReading {
  readonly scope: Scope;
  readonly q: string;
}

/** A lead or deal that has all words, with the fields that it may be found by. */
interface CandidateRow {
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
 * Of how many records, the newest, the number of whole words is compared, and how many of them are
 * then compared field by field. A search that more records match needs more words.
 */
const limits = { matches: 2_000, candidates: 80 };

/** Returns the records of a table that a search finds: those with most whole words, the newest. */
async function listCandidates(db: Db, table: RecordTable, search: RecordSearch) {
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
        ${table === 'leads' ? ofLead : ofDeal}
      from best join ${table} as r using (id)
        join contacts on contacts.id = r.contact_id
        join partners on partners.id = r.partner_id
        ${table === 'leads' ? '' : newestLead(scope, bind)}`;
  });
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
