-- After the update to 0105, once every process is of that version:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/after-0105.sql
-- Removes what only the version before that needed, and checks the references while people work.

set lock_timeout = '2s';
drop index concurrently if exists lead_drafts_former_key;
drop index concurrently if exists snoozes_former_key;
drop index concurrently if exists record_reads_former_key;
drop index concurrently if exists bulk_upload_rows_former_key;
drop index concurrently if exists bulk_upload_edits_former_key;
drop index concurrently if exists sent_leads_former_key;
drop index concurrently if exists idempotency_keys_former_key;
drop trigger if exists partner_filled on attachments;
drop trigger if exists partner_filled on request_files;
drop trigger if exists partner_filled on bulk_upload_rows;
drop trigger if exists partner_filled on bulk_upload_edits;
drop trigger if exists partner_filled on bulk_upload_blank_runs;
drop trigger if exists partner_filled on bulk_changes;
drop trigger if exists partner_filled on bulk_change_leads;
drop trigger if exists partner_filled on lead_drafts;
drop trigger if exists partner_filled on exports;
drop trigger if exists partner_filled on record_reads;
drop trigger if exists partner_filled on upstream_changes;
drop trigger if exists partner_filled on sent_leads;
drop trigger if exists partner_filled on idempotency_keys;
alter table leads validate constraint leads_converted_deal_fkey;
alter table attachments validate constraint attachments_lead_fkey;
alter table requests validate constraint requests_lead_fkey;
alter table request_files validate constraint request_files_request_fkey;
alter table request_files validate constraint request_files_attachment_fkey;
alter table bulk_upload_edits validate constraint bulk_upload_edits_upload_fkey;
alter table bulk_change_leads validate constraint bulk_change_leads_change_fkey;
