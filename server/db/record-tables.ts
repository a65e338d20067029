import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { HistoryEntry } from '#contract/portal/history.ts';
import type { Outcome } from '#contract/portal/outcomes.ts';
import type { RequestKind, RequestState } from '#contract/portal/requests.ts';
import type { RecordType } from '#contract/v1/record-types.ts';

/**
 * The tables of leads, deals and their related rows, as queries see them; the truth is in
 * `server/db/schema/`.
 */
export interface RecordTables {
  leads: RecordColumns & {
    converted_deal_id: Generated<string | null>;
    /** Maintained by triggers on attachments. */
    has_attachments: Generated<boolean>;
    /** The creation fields that have a value; made and changed by `leads.rules.ts`. */
    fields: Record<string, unknown>;
    amount_requested: GeneratedAlways<string | null>;
    /** As made by `contract/bulk-upload/duplicate-keys.ts`. */
    duplicate_keys: GeneratedAlways<string[]>;
  };
  deals: RecordColumns & {
    name: string;
    amount: Decimal;
    /** The `search` of every lead that refers to the deal; maintained by the database. */
    lead_search: GeneratedAlways<string>;
  };
  lead_totals: TotalColumns;
  deal_totals: TotalColumns;
  attachments: {
    id: string;
    lead_id: string;
    /** The partner of the lead. */
    lead_partner_id: string;
    type: string;
    file_name: string;
    media_type: string;
    size: number;
    sha256: string;
    created_at: Generated<Date>;
    created_by: string;
    created_via: Generated<ChangeSource>;
    /** The time and author of the type’s correction; null if there was none. */
    updated_at: Generated<Date | null>;
    updated_by: Generated<string | null>;
    /** The link by which the client sent it, for `created_by`; null: a person did. */
    upload_link_id: Generated<string | null>;
    /** Whether it is encrypted: files of earlier versions of the portal are not. */
    has_own_key: Generated<boolean>;
  };
  /** Files whose rows are deleted and whose bytes are not yet. */
  withdrawn_files: { id: string; partner_id: Generated<string> };
  idempotency_keys: {
    /** An account, or a key of the operator. */
    caller_id: string;
    /** Empty: a key of the operator, or support. */
    partner_id: string;
    operation: string;
    key: string;
    content_hash: string;
    created_at: Generated<Date>;
    status: Generated<number | null>;
    body: ColumnType<unknown, string | undefined, string>;
  };
  sent_leads: {
    account_id: string;
    partner_id: string;
    key: string;
    content_hash: string;
    reference: string;
    sent_at: Generated<Date>;
    sending_until: Date;
    status: Generated<'sent' | 'created' | 'rejected'>;
    response: ColumnType<unknown, string | undefined, string>;
  };
  changes: {
    id: GeneratedAlways<number>;
    record_type: RecordType;
    record_id: string;
    partner_id: string;
    contact_id: string;
    /** A question is a change whose values have it (`server/questions/questions.functions.sql`). */
    kind: Exclude<HistoryEntry['kind'], 'question' | Outcome>;
    /** Of a call or an email: its kind is then 'request', for versions before. */
    outcome: Generated<Outcome | null>;
    at: Date;
    /** An account, or a key of the operator. */
    by: string;
    via: ChangeSource;
    /** The changed values by field, before and after; null is no value. */
    former: ColumnType<Values, string | undefined, string>;
    current: ColumnType<Values, string | undefined, string>;
    former_status_since: Date | null;
    former_sub_status_since: Date | null;
    /** Whether the status or the sub-status changed. */
    is_status: GeneratedAlways<boolean>;
    /** The bulk change that made the entry; set by its transaction. */
    bulk_change_id: Generated<string | null>;
    /** Whether the bulk change was being undone. */
    is_undo: Generated<boolean>;
  };
  /** The changes in the operator’s feed, in its order. */
  feed: { position: number; change_id: number; partner_id: string };
  /** The changes of leads of an existing service that were made through the portal. */
  upstream_changes: {
    id: GeneratedAlways<number>;
    record_id: string;
    /** Of the account; empty: of the operator. */
    partner_id: string;
    kind: 'created' | 'changed' | 'attached' | 'erased';
    at: Generated<Date>;
    /** null: the operator, by a command. */
    account_id: string | null;
    via: Exclude<ChangeSource, 'operator'>;
    /** The changed values by field, before and after, in the shapes of responses. */
    former: ColumnType<Values, string | undefined, string>;
    current: ColumnType<Values, string | undefined, string>;
    upload_id: string | null;
    row_number: number | null;
  };
}

/**
 * How a change was made: on a page of the portal, with an API key, by a bulk upload, with a key of
 * the operator, or by a command on the service’s machine.
 */
export type ChangeSource = 'portal' | 'api' | 'bulk-upload' | 'operator' | 'command';

/** Decimal text, because a JavaScript number would round it. */
type Decimal = ColumnType<
  string | null,
  string | number | null | undefined,
  string | number | null
>;

/** The owner of a record or of a request on it, and who created and changed it, and when. */
export interface OwnedColumns {
  id: string;
  partner_id: string;
  contact_id: string;
  created_at: Generated<Date>;
  created_by: string;
  updated_at: Generated<Date>;
  updated_by: string;
  /** Incremented by every change. */
  version: Generated<number>;
}

/** The columns that leads and deals share. */
export interface RecordColumns extends OwnedColumns {
  status: string;
  sub_status: string;
  status_since: Generated<Date>;
  sub_status_since: Generated<Date>;
  last_activity_at: Generated<Date | null>;
  last_call_at: Generated<Date | null>;
  calls_made: Generated<number>;
  created_via: Generated<ChangeSource>;
  updated_via: Generated<ChangeSource>;
  /** Whether a request on it waits for the partner; maintained by triggers on requests. */
  has_request: Generated<boolean>;
  /** Fields that only the operator’s side sets, in the shape of the response. */
  operator_fields: Generated<Record<string, unknown>>;
  /** Normalised words, as `search-words.ts` makes them. */
  search: string;
}

export interface TotalColumns {
  contact_id: string;
  partner_id: string;
  total: number;
}

type Values = Readonly<Record<string, unknown>>;

/** The tables of requests, links for clients, questions and what becomes of them, for queries. */
export interface RequestTables {
  /** Its owner is maintained by a trigger; made by a key of the operator. */
  requests: OwnedColumns & {
    record_type: RecordType;
    record_id: string;
    /** The lead whose files and fields are requested; null if there is none. */
    lead_id: string | null;
    kind: RequestKind;
    document_type: ColumnType<string | null, string | null | undefined>;
    field_names: Generated<readonly string[]>;
    text: string;
    /** YYYY-MM-DD. */
    due_on: string | null;
    state: Generated<RequestState>;
    answer: Generated<string>;
    reason: Generated<string>;
    updated_via: ChangeSource;
  };
  request_files: {
    request_id: string;
    attachment_id: string;
    partner_id: string;
    /** Whether the client sent it, and the partner has not sent it to the lender yet. */
    is_unsent: Generated<boolean>;
  };
  /** A request has one link at most; only the hash of its token is stored. */
  upload_links: {
    request_id: string;
    id: string;
    token_hash: string;
    partner_id: string;
    lead_id: string;
    /** Who made it. */
    account_id: string;
    created_at: Date;
    expires_at: Date;
  };
  /** Its owner is maintained by a trigger; asked by an account, answered by the operator. */
  questions: OwnedColumns & {
    record_type: RecordType;
    record_id: string;
    text: string;
    answer: Generated<string>;
    answered_at: Generated<Date | null>;
    updated_via: ChangeSource;
  };
  hand_backs: { record_id: string; partner_id: string; account_id: string; at: Date };
  follow_ups: {
    record_id: string;
    partner_id: string;
    account_id: string;
    /** YYYY-MM-DD. */
    day: string;
    /** Whether the record is left out of what waits until then: the operator has not changed it. */
    is_held: Generated<boolean>;
  };
}
