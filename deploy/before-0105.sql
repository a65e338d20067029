-- Before the update to 0105 of a database with many rows, from the folder of the new version:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/before-0105.sql
-- The version before works meanwhile. May be run again; an index that failed is invalid, and has to
-- be dropped first.

set lock_timeout = '2s';
\ir ../server/db/migrations/0104-partners-of-rows.sql
call fill_partners(100);
create unique index concurrently if not exists leads_key on leads (id, partner_id);
create unique index concurrently if not exists deals_key on deals (id, partner_id);
create unique index concurrently if not exists attachments_key on attachments (id, lead_partner_id);
create unique index concurrently if not exists changes_key on changes (id, partner_id);
create unique index concurrently if not exists requests_key on requests (id, partner_id);
create unique index concurrently if not exists request_files_key on request_files (request_id, attachment_id, partner_id);
create unique index concurrently if not exists bulk_uploads_key on bulk_uploads (id, partner_id);
create unique index concurrently if not exists bulk_upload_rows_key on bulk_upload_rows (upload_id, row_number, partner_id);
create unique index concurrently if not exists bulk_upload_edits_key on bulk_upload_edits (upload_id, row_number, column_name, partner_id);
create unique index concurrently if not exists bulk_upload_blank_runs_key on bulk_upload_blank_runs (upload_id, last_row, partner_id);
create unique index concurrently if not exists bulk_changes_key on bulk_changes (id, partner_id);
create unique index concurrently if not exists bulk_change_leads_key on bulk_change_leads (change_id, position, partner_id);
create unique index concurrently if not exists lead_drafts_key on lead_drafts (id, partner_id);
create unique index concurrently if not exists exports_key on exports (id, partner_id);
create unique index concurrently if not exists snoozes_key on snoozes (record_id, account_id, partner_id);
create unique index concurrently if not exists record_reads_key on record_reads (account_id, record_id, partner_id);
create unique index concurrently if not exists upstream_changes_key on upstream_changes (id, partner_id);
create unique index concurrently if not exists sent_leads_key on sent_leads (account_id, key, partner_id);
create unique index concurrently if not exists idempotency_keys_key on idempotency_keys (caller_id, operation, key, partner_id);
create unique index concurrently if not exists withdrawn_files_key on withdrawn_files (id, partner_id);
create unique index concurrently if not exists lead_totals_key on lead_totals (contact_id, partner_id);
create unique index concurrently if not exists deal_totals_key on deal_totals (contact_id, partner_id);
create unique index concurrently if not exists upstream_changes_of_partner_creations on upstream_changes (record_id, partner_id) where kind = 'created';
create unique index concurrently if not exists upstream_changes_of_partner_files on upstream_changes (record_id, (current ->> 'attachmentId'), partner_id) where kind = 'attached';
create index concurrently if not exists bulk_upload_rows_of_leads on bulk_upload_rows (lead_id) include (upload_id, partner_id) where lead_id is not null;
-- After the others: see 0105.
create unique index concurrently if not exists lead_drafts_former_key on lead_drafts (id);
create unique index concurrently if not exists snoozes_former_key on snoozes (record_id, account_id);
create unique index concurrently if not exists record_reads_former_key on record_reads (account_id, record_id);
create unique index concurrently if not exists bulk_upload_rows_former_key on bulk_upload_rows (upload_id, row_number);
create unique index concurrently if not exists bulk_upload_edits_former_key on bulk_upload_edits (upload_id, row_number, column_name);
create unique index concurrently if not exists sent_leads_former_key on sent_leads (account_id, key);
create unique index concurrently if not exists idempotency_keys_former_key on idempotency_keys (caller_id, operation, key);
