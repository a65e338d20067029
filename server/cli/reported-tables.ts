import { ownTables } from '#server/erasure/erase-account.ts';

/** A table whose rows are reported if an SQL condition holds, or why it has nothing personal. */
type Reported = { readonly where: string } | { readonly nothing: string };

const ofAccount: Reported = { where: 'account_id = any(accounts)' };
const ofLead: Reported = { where: 'lead_id = any(leads)' };
const ofRecord: Reported = { where: 'record_id = any(leads || deals)' };
const numbers: Reported = { nothing: 'Numbers of records.' };
const isFoundRow = `exists (select from json_to_recordset(upload_rows) as one(upload_id text, row_number integer)
  where one.upload_id = found.upload_id and one.row_number = found.row_number)`;

/**
 * What is reported of each table. What an account did to records of clients is about the clients,
 * and reported with those.
 */
export const reportedTables: Readonly<Record<string, Reported>> = {
  ...Object.fromEntries(ownTables.map((table) => [table, ofAccount])),
  accounts: { where: 'id = any(accounts)' },
  attachments: ofLead,
  audit_chains: { nothing: 'Positions and hashes.' },
  audit_entries: {
    where: 'actor_id = any(accounts) or subject_id = any(accounts || contacts || leads || deals)',
  },
  bulk_change_leads: ofLead,
  bulk_changes: { where: 'id = any(notes)' },
  bulk_upload_blank_runs: { nothing: 'Numbers of rows.' },
  bulk_upload_edits: { where: isFoundRow },
  bulk_upload_rows: { where: `lead_id = any(leads) or ${isFoundRow}` },
  bulk_uploads: { where: 'created_by = any(accounts)' },
  changes: ofRecord,
  contacts: { where: 'id = any(contacts)' },
  creation_blocks: numbers,
  deal_totals: numbers,
  deals: { where: 'id = any(deals)' },
  exports: ofAccount,
  failed_attempts: { nothing: 'Hashes.' },
  feed: { nothing: 'The order of changes, which are reported.' },
  feed_pending: { nothing: 'The order of changes, which are reported.' },
  idempotency_keys: {
    where: `body ->> 'id' = any(leads) or body #>> '{fields,entityId}' = any(leads) or body #>> '{0,fields,entityId}' = any(leads)`,
  },
  key_uses: {
    where:
      'key_id = any(accounts) or key_id in (select id from keys where account_id = any(accounts))',
  },
  lead_drafts: { where: 'id = any(drafts) or lead_id = any(leads)' },
  lead_totals: numbers,
  leads: { where: 'id = any(leads)' },
  partner_changes: { where: 'record_id = any(contacts)' },
  partners: { nothing: 'Companies.' },
  passkey_challenges: { nothing: 'Of the version before: random texts, for five minutes.' },
  remembered_choices: {
    where: `exists (select from json_to_recordset(remembered) as one(partner_id text, kind text, key text)
      where (one.partner_id, one.kind, one.key) = (found.partner_id, found.kind, found.key))`,
  },
  request_files: {
    where:
      '(attachment_id, partner_id) in (select id, lead_partner_id from attachments where lead_id = any(leads))',
  },
  requests: { where: 'record_id = any(leads || deals) or lead_id = any(leads)' },
  sent_emails: { nothing: 'Hashes.' },
  sent_leads: { where: `response ->> 'id' = any(leads)` },
  snoozes: { where: 'record_id = any(leads || deals) or account_id = any(accounts)' },
  status_totals: numbers,
  total_changes: numbers,
  upstream_changes: { where: 'record_id = any(leads)' },
  views: ofAccount,
  withdrawn_files: { nothing: 'Ids of files whose bytes are being deleted.' },
};

/**
 * Columns that are not reported: secrets, and what the texts of a file were chosen to mean, which
 * can be other people's.
 */
export const omittedColumns =
  'password_hash key_hash token_hash code_hash encrypted pending choices'.split(' ');
