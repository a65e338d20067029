import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { Role } from '#contract/endpoint.ts';
import type { ExportedList } from '#contract/portal/exports.ts';
import type { DraftContent } from '#contract/portal/new-lead/drafts.ts';
import type { ViewList } from '#contract/portal/views.ts';

import type { AuditTables } from './audit-tables.ts';
import type { BulkChangeTables } from './bulk-change-tables.ts';
import type { BulkUploadTables } from './bulk-upload-tables.ts';
import type { RecordTables } from './record-tables.ts';
import type { RequestTables } from './request-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';

/** The tables, as queries see them. The migrations are the source of truth. */
export interface Tables
  extends
    AuditTables,
    RecordTables,
    RequestTables,
    BulkChangeTables,
    BulkUploadTables,
    SignInTables {
  partners: Partners;
  contacts: Contacts;
  partner_changes: PartnerChanges;
  accounts: Accounts;
  sessions: Sessions;
  api_keys: ApiKeys;
  named_keys: NamedKeys;
  key_uses: KeyUses;
  operator_keys: OperatorKeys;
  last_seen: LastSeen;
  home_visits: HomeVisits;
  record_reads: RecordReads;
  list_columns: ListColumns;
  lead_drafts: LeadDrafts;
  duplicate_reports: DuplicateReports;
  exports: Exports;
  views: Views;
  pinned_views: PinnedViews;
}

interface Partners extends LastChange {
  id: string;
  name: string;
  created_at: Generated<Date>;
}

/** The author and time of the last change of a partner or contact. */
interface LastChange {
  updated_at: Generated<Date>;
  /** A key of the operator; null: a command on the service’s machine. */
  updated_by: ColumnType<string | null, string | undefined, string>;
  updated_via: Generated<'operator' | 'command'>;
}

/** The history of partners and contacts, written by the database. */
interface PartnerChanges {
  id: GeneratedAlways<number>;
  record_id: string;
  kind: 'known' | 'created' | 'changed';
  at: Date;
  by: string | null;
  via: 'operator' | 'command' | 'unknown';
  /** The changed values by field, before and after. */
  former: Readonly<Record<string, string>>;
  current: Readonly<Record<string, string>>;
}

interface Contacts extends LastChange {
  id: string;
  partner_id: string;
  first_name: string;
  last_name: string;
  email: string;
  created_at: Generated<Date>;
}

interface Accounts {
  id: string;
  email: string;
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
}

interface Sessions {
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
}

interface LastSeen {
  account_id: string;
  at: Date;
}

interface ApiKeys {
  account_id: string;
  key_hash: string;
  encrypted: Buffer;
  last_four: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
  /** With an upstream service: since when that service rejects the key. */
  rejected_at: Generated<Date | null>;
}

interface NamedKeys {
  id: string;
  account_id: string;
  name: string;
  key_hash: string;
  last_four: string;
  is_read_only: boolean;
  created_at: Generated<Date>;
  /** null: it does not expire. */
  expires_at: Date | null;
}

interface KeyUses {
  /** The id of a named key, or the account of the key on a profile page. */
  key_id: string;
  address: string;
  first_at: Generated<Date>;
  last_at: Generated<Date>;
}

interface OperatorKeys {
  id: string;
  name: string;
  key_hash: string;
  is_read_only: Generated<boolean>;
  expires_at: Generated<Date | null>;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
}

interface HomeVisits {
  account_id: string;
  /** The time at which the account last marked everything on its home page as read. */
  seen_at: Date;
}

/** Up to where an account has read a record that it opened. */
interface RecordReads {
  account_id: string;
  record_id: string;
  /** The last entry of the record's history that was read. */
  change_id: number;
  read_at: Date;
}

interface ListColumns {
  account_id: string;
  list: ViewList;
  /** As the address of the list has them. */
  columns: string;
}

interface LeadDrafts {
  id: string;
  account_id: string;
  /** null once the lead is submitted. */
  content: ColumnType<DraftContent | null, string, string | null>;
  /** The lead that the draft became. */
  lead_id: Generated<string | null>;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

interface Exports {
  id: string;
  account_id: string;
  partner_id: string | null;
  list: ExportedList;
  query: string | null;
  /** The records that were selected one by one. */
  ids: Generated<string[] | null>;
  is_filtered: boolean;
  total: number | null;
  sent: Generated<number>;
  created_at: Generated<Date>;
  ended_at: Generated<Date | null>;
}

interface Views {
  id: string;
  account_id: string;
  /** Of a view that all people of the partner have. */
  partner_id: string | null;
  list: ViewList;
  name: string;
  /** The parameters of the list's address. */
  query: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PinnedViews {
  account_id: string;
  view_id: string;
  pinned_at: Generated<Date>;
}

interface DuplicateReports {
  id: string;
  partner_id: string;
  lead_id: string;
  /** The fact that the leads have in common, as in the contract. */
  reason: string;
  account_id: string;
  created_at: Generated<Date>;
}
