-- In front of an existing service each row is a request, recorded before it is sent. It is
-- 'unknown' until its response is stored, and remains so if the response was lost and the lead is
-- not found.
-- reference: the partnerLeadReferenceId that was sent. links: the rest of the service's response.
-- cells: now also of an unknown row, for its reconciliation.
alter table bulk_uploads add column unknown integer not null default 0;
alter table bulk_uploads drop constraint bulk_uploads_check;
alter table bulk_uploads add constraint bulk_uploads_check check (submitted + refused + left_out + blank + unknown <= read);

alter table bulk_upload_rows add column reference text, add column sent_at timestamptz(3), add column links jsonb;
alter table bulk_upload_rows drop constraint bulk_upload_rows_outcome_check;
alter table bulk_upload_rows add constraint bulk_upload_rows_outcome_check
  check (outcome in ('submitted', 'refused', 'left-out', 'blank', 'unknown'));
alter table bulk_upload_rows add constraint bulk_upload_rows_unknown_check
  check (outcome <> 'unknown' or (reference is not null and sent_at is not null));
create index bulk_upload_rows_by_reference on bulk_upload_rows (reference) where reference is not null;
