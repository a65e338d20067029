-- Renames refused to rejected: for rows, sent leads and API keys.
alter table api_keys rename column refused_at to rejected_at;
alter table bulk_uploads rename column refused to rejected;

alter table bulk_upload_rows drop constraint bulk_upload_rows_outcome_check;
update bulk_upload_rows set outcome = 'rejected' where outcome = 'refused';
alter table bulk_upload_rows add constraint bulk_upload_rows_outcome_check
  check (outcome in ('submitted', 'rejected', 'left-out', 'blank', 'unknown'));

alter table sent_leads drop constraint sent_leads_status_check;
update sent_leads set status = 'rejected' where status = 'refused';
alter table sent_leads add constraint sent_leads_status_check check (status in ('sent', 'created', 'rejected'));
