import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { Role } from '#contract/endpoint.ts';
import type { DraftContent } from '#contract/portal/new-lead/new-lead.ts';
import type { Notices } from '#contract/portal/notices.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';

import type { AuditTables } from './audit-tables.ts';
import type { BulkChangeTables } from './bulk-change-tables.ts';
import type { BulkUploadTables } from './bulk-upload-tables.ts';
import type { RecordTables, RequestTables } from './record-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';

/** The tables, as queries see them; the truth is in `server/db/schema/`. */
export interface Tables
  extends
    AuditTables,
    RecordTables,
    RequestTables,
    BulkChangeTables,
    BulkUploadTables,
    SignInTables {
  partners: LastChange & { id: string; name: string; created_at: Generated<Date> };
  contacts: LastChange & {
    id: string;
    partner_id: string;
    first_name: string;
    last_name: string;
    email: string;
    created_at: Generated<Date>;
  };
  /** The history of partners and contacts, written by the database. */
  partner_changes: {
    id: GeneratedAlways<number>;
    record_id: string;
    kind: 'known' | 'created' | 'changed';
    at: Date;
    by: string | null;
    via: 'operator' | 'command' | 'portal' | 'unknown';
    /** The changed values by field, before and after. */
    former: Readonly<Record<string, string>>;
    current: Readonly<Record<string, string>>;
  };
  accounts: {
    id: string;
    /**
     * null of an integration, which can’t sign in: only lists of accounts have it. Read as a text,
     * as whoever has a session, a link or an identity is a person.
     */
    email: ColumnType<string, string | null, string | null>;
    name: string;
    role: Role;
    partner_id: string | null;
    contact_id: string | null;
    /** null until the account’s owner has set a password. */
    password_hash: string | null;
    is_demo: Generated<boolean>;
    /** Of support staff: whether they manage the accounts of all partners. */
    manages_accounts: Generated<boolean>;
    created_at: Generated<Date>;
    disabled_at: Generated<Date | null>;
  };
  sessions: {
    id: string;
    account_id: string;
    token_hash: string;
    created_at: Generated<Date>;
    expires_at: Date;
    ends_at: Date;
    password_confirmed_at: Generated<Date | null>;
    /** As the browser called itself at the sign-in, shortened. */
    user_agent: Generated<string>;
    /** The network address at the sign-in. */
    address: Generated<string>;
    last_used_at: Generated<Date>;
    /** Whether a second factor was checked, here or by an identity provider. */
    is_strong: Generated<boolean>;
  };
  keys: {
    /** Of the key of a profile page: the id of its account. */
    id: string;
    kind: 'profile' | 'named' | 'operator';
    /** null: the operator’s. */
    account_id: string | null;
    /** Of the operator’s: the partner that the key is limited to; null: all. */
    partner_id: string | null;
    /** null: the one of a profile page. */
    name: string | null;
    key_hash: string;
    /** Of the one of a profile page, which its owner may see again. */
    encrypted: Buffer | null;
    last_four: Generated<string>;
    is_read_only: Generated<boolean>;
    created_at: Generated<Date>;
    /** null: it does not expire. */
    expires_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
    /** With an upstream service: since when that service rejects the key. */
    rejected_at: Date | null;
  };
  key_uses: {
    key_id: string;
    address: string;
    first_at: Generated<Date>;
    last_at: Generated<Date>;
  };
  last_seen: { account_id: string; at: Date };
  home_visits: {
    account_id: string;
    /** The time at which the account last marked everything on its home page as read. */
    seen_at: Date;
  };
  /** Up to where an account has read a record that it opened. */
  record_reads: {
    account_id: string;
    record_id: string;
    /** Of the record. */
    partner_id: string;
    /** The last entry of the record's history that was read. */
    change_id: number;
    read_at: Date;
  };
  list_columns: {
    account_id: string;
    list: RecordListName;
    /** As the address of the list has them. */
    columns: string;
  };
  lead_drafts: {
    id: string;
    account_id: string;
    partner_id: string;
    /** null once the lead is submitted. */
    content: ColumnType<DraftContent | null, string, string | null>;
    /** The lead that the draft became. */
    lead_id: Generated<string | null>;
    version: Generated<number>;
    updated_at: Generated<Date>;
  };
  exports: {
    id: string;
    account_id: string;
    /** Empty: support. */
    partner_id: string;
    list: RecordListName;
    /** null once its file can no longer be downloaded, and if records were selected one by one. */
    query: string | null;
    /** The records that were selected one by one. */
    ids: Generated<string[] | null>;
    is_filtered: boolean;
    total: number | null;
    sent: Generated<number>;
    created_at: Generated<Date>;
    ended_at: Generated<Date | null>;
  };
  views: {
    id: string;
    account_id: string;
    /** Of a view that all people of the partner have. */
    partner_id: string | null;
    list: RecordListName;
    name: string;
    /** The parameters of the list's address. */
    query: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  notices: {
    account_id: string;
    kind: Notices['kind'];
    time_zone: string;
    notified_at: Date;
    due_at: Date;
    tries: number;
  };
  pinned_views: { account_id: string; view_id: string; pinned_at: Generated<Date> };
}

/** The author and time of the last change of a partner or contact. */
export interface LastChange {
  updated_at: Generated<Date>;
  /** A key of the operator; null: a command on the service’s machine, or the person. */
  updated_by: ColumnType<string | null, string | undefined, string | null>;
  updated_via: Generated<'operator' | 'command' | 'portal'>;
}
