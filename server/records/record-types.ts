import type { Selectable } from 'kysely';

import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery } from '#contract/v1/lists.ts';
import type { ChangeSource, RecordColumns } from '#server/db/record-tables.ts';

import type { StoredFields } from './lead-values.ts';

/** The columns of both leads and deals, with the names of the partner and the contact. */
export interface RecordRow extends Omit<
  Selectable<RecordColumns>,
  'search' | 'has_request' | 'created_via' | 'updated_via'
> {
  readonly partner_name: string;
  readonly contact_first_name: string;
  readonly contact_last_name: string;
}

/** A lead with the names of its partner and contact. */
export interface LeadRow extends RecordRow {
  readonly converted_deal_id: string | null;
  /** `unknown` of a lead that is older than its history. */
  readonly created_via: ChangeSource | 'unknown';
  readonly fields: StoredFields;
}

/** A deal with the names of its partner and contact. */
export interface DealRow extends RecordRow {
  readonly name: string;
  readonly amount: string | null;
}

/** The rows of each table of records. */
export interface Rows {
  readonly leads: LeadRow;
  readonly deals: DealRow;
}
/** The table of leads or of deals; also the name of their list. */
export type RecordTable = keyof Rows;
export const recordTables = ['leads', 'deals'] as const satisfies readonly RecordTable[];

/** The differences of leads and deals wherever they are listed, found, counted or exported. */
interface RecordType {
  /** One record, in sentences and in the history. */
  readonly name: 'lead' | 'deal';
  /** The table with the number of records by contact. */
  readonly totals: 'lead_totals' | 'deal_totals';
  /** The columns of a record `r` besides those that both have. */
  readonly columns: string;
  /** The column of each sort option. */
  readonly sorts: Readonly<Record<string, string>>;
  /** The query of the list. */
  readonly query: typeof leadListQuery | typeof dealListQuery;
}

const sorts = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  statusSinceDate: 'status_since',
  subStatusSinceDate: 'sub_status_since',
  lastActivityDate: 'last_activity_at',
};

export const recordTypes: Readonly<Record<RecordTable, RecordType>> = {
  leads: {
    name: 'lead',
    totals: 'lead_totals',
    columns: 'r.converted_deal_id, r.created_via, r.fields, r.amount_requested',
    sorts: { ...sorts, amountRequested: 'amount_requested' },
    query: leadListQuery,
  },
  deals: {
    name: 'deal',
    totals: 'deal_totals',
    columns: 'r.name, r.amount',
    sorts: { ...sorts, amount: 'amount' },
    query: dealListQuery,
  },
};
