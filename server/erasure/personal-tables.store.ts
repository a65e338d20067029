import { contactColumns, inColumns, otherColumns, toColumnNames } from './uploaded-cells.store.ts';

/** Data found by an id, a phone or another text of a client: by kind, the columns of the key. */
export const foundKeys = {
  uploadRows: 'upload_id, row_number',
  drafts: 'id',
  bulkNotes: 'id',
  choices: 'partner_id, kind, key',
} as const;
export type FoundKind = keyof typeof foundKeys;

/** Rows that are found because they are about a client, and are erased with the client. */
interface FoundRows {
  readonly kind: FoundKind;
  /** SQL for the texts of a row that identify the client, as an array. */
  readonly about: string;
  /** What counts: phones and emails, if not also names, addresses and numbers. */
  readonly by?: 'texts';
  /** SQL for whether a row belongs to the client’s lead, `lead`. */
  readonly isOfLead?: string;
  /** SQL of the assignments that erase a row; without it, the row is deleted. */
  readonly set?: string;
}

/** What a table has of people, and what happens to it. Every text column is in one of three. */
interface PersonalTable {
  /** What it has of people, or why it remains when somebody is erased. */
  readonly what: string;
  /** Columns whose texts about a client are erased with the client. */
  readonly erased?: string;
  /** Columns with texts that remain, or go with an account; a person decides about those listed. */
  readonly texts?: string;
  /** Columns with ids, codes or hashes: nothing personal, unless somebody chose an id that is. */
  readonly codes?: string;
  /** Columns that are not reported: secrets, and texts that can be other people’s. */
  readonly omitted?: string;
  /** SQL for the rows that are reported, by `accounts`, `contacts`, `leads` and `deals`. */
  readonly reported?: string;
  /** SQL for the rows that are deleted with `accounts`. */
  readonly own?: string;
  readonly found?: FoundRows;
}

const ofAccount = 'account_id = any(accounts)';
const ofKey = `key_id = any(accounts) or key_id in (select id from keys where ${ofAccount})`;
const ofLead = 'lead_id = any(leads)';
const ofRecord = 'record_id = any(leads || deals)';

/** A table whose rows are an account’s alone: they are reported and deleted with it. */
const ownRows = (texts: string, codes: string, omitted = ''): PersonalTable => ({
  what: 'of an account alone',
  texts,
  codes,
  omitted,
  reported: ofAccount,
  own: ofAccount,
});
const recordCodes = 'id partner_id contact_id created_by updated_by';
const nobody = (what: string, codes = ''): PersonalTable => ({ what, codes });

/** What an account has of a record. */
const ofBoth = `${ofRecord} or ${ofAccount}`;
const onRecord = { ...ownRows('', 'record_id partner_id account_id'), reported: ofBoth };

/**
 * Every table of the database, and every column with text. The report of a person, the erasure of
 * clients and accounts, and the search for what else names a person all read it. Rows of accounts
 * are deleted in this order.
 */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  // People with an account.
  key_uses: { ...ownRows('address', 'key_id'), reported: ofKey, own: ofKey },
  sessions: ownRows('user_agent address', 'id account_id token_hash', 'token_hash'),
  passkeys: ownRows('name', 'id account_id credential_id'),
  authenticators: ownRows('', 'account_id', 'encrypted pending'),
  recovery_codes: ownRows('', 'account_id code_hash', 'code_hash'),
  identities: ownRows('subject', 'issuer account_id'),
  known_browsers: ownRows('', 'token_hash account_id', 'token_hash'),
  one_time_tokens: ownRows('payload', 'token_hash purpose account_id', 'token_hash'),
  last_seen: ownRows('', 'account_id'),
  keys: ownRows('name', 'id kind account_id partner_id key_hash last_four', 'key_hash encrypted'),
  upload_links: ownRows('', 'request_id id token_hash partner_id lead_id account_id', 'token_hash'),
  lead_drafts: {
    what: 'a client’s data as typed by an account',
    erased: 'content',
    codes: 'id account_id lead_id partner_id',
    reported: ofLead,
    own: ofAccount,
    found: {
      kind: 'drafts',
      about: `array(select part ->> name from unnest(array[content -> 'texts', content -> 'sent']) as part,
        unnest(array['phone', 'secondaryPhone', 'email', 'secondaryEmail']) as name)`,
    },
  },
  pinned_views: ownRows('', 'account_id view_id'),
  list_columns: ownRows('', 'account_id list columns'),
  home_visits: ownRows('', 'account_id'),
  record_reads: ownRows('', 'account_id record_id partner_id'),
  follow_ups: onRecord,
  hand_backs: onRecord,
  snoozes: onRecord,
  notices: ownRows('', 'account_id kind time_zone'),
  views: {
    what: 'own ones go, shared ones are the partner’s',
    texts: 'name query',
    codes: 'id account_id partner_id list',
    reported: ofAccount,
  },
  exports: {
    what: 'that a file was taken remains, without its search',
    texts: 'query ids',
    codes: 'id account_id partner_id list',
    reported: ofAccount,
  },
  accounts: {
    what: 'remain with neutral names',
    texts: 'email name',
    codes: 'id role partner_id contact_id password_hash',
    omitted: 'password_hash',
    reported: 'id = any(accounts)',
  },
  contacts: {
    what: 'remain with neutral names',
    texts: 'first_name last_name email',
    codes: 'id partner_id updated_by updated_via',
    reported: 'id = any(contacts)',
  },
  partner_changes: {
    what: 'remain without names',
    texts: 'former current',
    codes: 'record_id kind by via',
    reported: 'record_id = any(contacts)',
  },
  audit_entries: {
    what: 'ids remain, addresses go',
    texts: 'details origin',
    codes: 'chain kind actor_type actor_id partner_id subject_type subject_id',
    reported:
      'actor_id = any(accounts) or subject_id = any(accounts || contacts || leads || deals)',
  },

  // Clients. What an account did to their records is reported with those.
  bulk_upload_edits: {
    what: 'cells as edited',
    erased: 'text',
    codes: 'upload_id column_name partner_id',
    found: {
      kind: 'uploadRows',
      about: `array[case when column_name in (${toColumnNames(contactColumns)})
        or text ~ '[+@]' and column_name not in (${toColumnNames(otherColumns)}) then text end]`,
      isOfLead: `(upload_id, row_number, partner_id) in (
        select upload_id, row_number, partner_id from bulk_upload_rows where lead_id = lead)`,
    },
  },
  bulk_upload_rows: {
    what: 'cells of rejected and unknown rows; outcomes remain',
    erased: 'cells',
    texts: 'errors repeats reference links',
    codes: 'upload_id outcome lead_id reason partner_id',
    reported: ofLead,
    found: {
      kind: 'uploadRows',
      about: `array(select cell from jsonb_array_elements_text(
          case when jsonb_typeof(cells) = 'array' then cells end) with ordinality as row(cell, at)
        where ${inColumns(contactColumns)} or cell ~ '[+@]' and not ${inColumns(otherColumns)})`,
      set: 'cells = null',
    },
  },
  bulk_changes: {
    what: 'notes for many leads',
    erased: 'note',
    codes: 'id account_id kind contact_id state partner_id',
    found: {
      kind: 'bulkNotes',
      about: 'array[note]',
      isOfLead: `note <> '' and (id, partner_id) in (
        select change_id, partner_id from bulk_change_leads where lead_id = lead)`,
      set: `note = ''`,
    },
  },
  remembered_choices: {
    what: 'headers, texts and sheets of files: of one without a header, its first row',
    erased: 'key value',
    codes: 'partner_id kind updated_by',
    found: { kind: 'choices', by: 'texts', about: 'array[key, value]' },
  },
  leads: {
    what: 'clients; id, owner, status and dates remain',
    erased: 'fields operator_fields search duplicate_keys',
    codes: `${recordCodes} status sub_status created_via updated_via converted_deal_id`,
    reported: 'id = any(leads)',
  },
  deals: {
    what: 'who the customer is; amounts, terms, status and dates remain',
    erased: 'name operator_fields search lead_search',
    codes: `${recordCodes} status sub_status created_via updated_via`,
    reported: 'id = any(deals)',
  },
  attachments: {
    what: 'files of clients',
    erased: 'file_name',
    codes:
      'id lead_id type media_type sha256 created_by created_via updated_by lead_partner_id upload_link_id',
    reported: ofLead,
  },
  changes: {
    what: 'history of clients’ records; statuses remain',
    erased: 'former current',
    codes: 'record_type record_id partner_id contact_id kind outcome by via bulk_change_id',
    reported: ofRecord,
  },
  requests: {
    what: 'what the lender asks about clients',
    erased: 'text answer reason',
    codes: `${recordCodes} record_type record_id lead_id kind document_type field_names state updated_via`,
    reported: `${ofRecord} or ${ofLead}`,
  },
  questions: {
    what: 'what the partner asks about clients',
    erased: 'text answer',
    codes: `${recordCodes} record_type record_id updated_via`,
    reported: ofRecord,
  },
  request_files: {
    what: 'which files answer a request',
    codes: 'request_id attachment_id partner_id',
    reported:
      '(attachment_id, partner_id) in (select id, lead_partner_id from attachments where lead_id = any(leads))',
  },
  idempotency_keys: {
    what: 'responses for safe retries, blanked, for a day',
    erased: 'body',
    texts: 'key',
    codes: 'caller_id operation content_hash partner_id',
    reported: `body ->> 'id' = any(leads) or body #>> '{fields,entityId}' = any(leads) or body #>> '{0,fields,entityId}' = any(leads)`,
    own: 'caller_id = any(accounts)',
  },
  upstream_changes: {
    what: 'what was done to leads of an existing service',
    erased: 'former current',
    codes: 'record_id kind account_id via upload_id partner_id',
    reported: 'record_id = any(leads)',
  },
  sent_leads: {
    what: 'leads on their way to an existing service, with references and ids',
    texts: 'key reference response',
    codes: 'account_id content_hash status partner_id',
    reported: `response ->> 'id' = any(leads)`,
  },
  bulk_uploads: {
    what: 'files of the partner',
    texts: 'file_name choices',
    codes: 'id partner_id content_hash state created_by lead_times',
    omitted: 'choices',
    reported: 'created_by = any(accounts)',
  },
  bulk_change_leads: {
    what: 'which leads were changed',
    codes: 'change_id lead_id outcome reason contact_before partner_id',
    reported: ofLead,
  },

  // No personal data.
  audit_chains: nobody('positions and hashes', 'id'),
  bulk_upload_blank_runs: nobody('numbers of rows', 'upload_id partner_id'),
  creation_blocks: nobody('numbers', 'record_type partner_id contact_id'),
  deal_totals: nobody('numbers', 'contact_id partner_id'),
  lead_totals: nobody('numbers', 'contact_id partner_id'),
  status_totals: nobody('numbers', 'record_type partner_id contact_id status sub_status'),
  total_changes: nobody('numbers', 'record_type partner_id contact_id status sub_status'),
  failed_attempts: nobody('hashes', 'key account'),
  sent_emails: nobody('hashes', 'key'),
  feed: nobody('the order of changes, which are reported', 'partner_id'),
  feed_pending: nobody('the order of changes, which are reported'),
  partners: nobody('companies', 'id name updated_by updated_via'),
  passkey_challenges: nobody('random texts of the version before', 'bound_to challenge'),
  withdrawn_files: nobody('ids of files whose bytes are being deleted', 'id partner_id'),
  schema_migrations: nobody('names of migrations', 'name timestamp'),
  schema_migrations_lock: nobody('a lock', 'id'),
  schema_files: nobody('names of files with functions', 'name hash'),
};
