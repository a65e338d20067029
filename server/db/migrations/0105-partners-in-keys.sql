-- Each key has the partner, as distributed tables need it (docs/decisions/database.md): at the end,
-- so that a row is still found by its id alone. With many rows, deploy/before-0105.sql does
-- beforehand, while people work, what takes long here.

do $$
begin
  if not exists (select from pg_constraint where conname = 'bulk_change_leads_of_partner' and convalidated) then
    call fill_partners(null);
  end if;
end $$;

create unique index if not exists leads_key on leads (id, partner_id);
create unique index if not exists deals_key on deals (id, partner_id);
create unique index if not exists attachments_key on attachments (id, lead_partner_id);
create unique index if not exists changes_key on changes (id, partner_id);
create unique index if not exists requests_key on requests (id, partner_id);
create unique index if not exists request_files_key on request_files (request_id, attachment_id, partner_id);
create unique index if not exists bulk_uploads_key on bulk_uploads (id, partner_id);
create unique index if not exists bulk_upload_rows_key on bulk_upload_rows (upload_id, row_number, partner_id);
create unique index if not exists bulk_upload_edits_key on bulk_upload_edits (upload_id, row_number, column_name, partner_id);
create unique index if not exists bulk_upload_blank_runs_key on bulk_upload_blank_runs (upload_id, last_row, partner_id);
create unique index if not exists bulk_changes_key on bulk_changes (id, partner_id);
create unique index if not exists bulk_change_leads_key on bulk_change_leads (change_id, position, partner_id);
create unique index if not exists lead_drafts_key on lead_drafts (id, partner_id);
create unique index if not exists exports_key on exports (id, partner_id);
create unique index if not exists snoozes_key on snoozes (record_id, account_id, partner_id);
create unique index if not exists record_reads_key on record_reads (account_id, record_id, partner_id);
create unique index if not exists upstream_changes_key on upstream_changes (id, partner_id);
create unique index if not exists sent_leads_key on sent_leads (account_id, key, partner_id);
create unique index if not exists idempotency_keys_key on idempotency_keys (caller_id, operation, key, partner_id);
create unique index if not exists withdrawn_files_key on withdrawn_files (id, partner_id);
create unique index if not exists lead_totals_key on lead_totals (contact_id, partner_id);
create unique index if not exists deal_totals_key on deal_totals (contact_id, partner_id);
create unique index if not exists upstream_changes_of_partner_creations on upstream_changes (record_id, partner_id) where kind = 'created';
create unique index if not exists upstream_changes_of_partner_files on upstream_changes (record_id, (current ->> 'attachmentId'), partner_id) where kind = 'attached';
create index if not exists bulk_upload_rows_of_leads on bulk_upload_rows (lead_id) include (upload_id, partner_id) where lead_id is not null;

-- Processes of the version before name these columns alone in “on conflict”. deploy/after-0105.sql
-- drops these keys. They are made last, because a row is compared with the oldest key first.
do $$
begin
  if exists (select from partners) then
    create unique index if not exists lead_drafts_former_key on lead_drafts (id);
    create unique index if not exists snoozes_former_key on snoozes (record_id, account_id);
    create unique index if not exists record_reads_former_key on record_reads (account_id, record_id);
    create unique index if not exists bulk_upload_rows_former_key on bulk_upload_rows (upload_id, row_number);
    create unique index if not exists bulk_upload_edits_former_key on bulk_upload_edits (upload_id, row_number, column_name);
    create unique index if not exists sent_leads_former_key on sent_leads (account_id, key);
    create unique index if not exists idempotency_keys_former_key on idempotency_keys (caller_id, operation, key);
  end if;
end $$;

-- References to the keys before end with those. The records come first: whoever writes the others
-- has written a record before, or waits here.
alter table leads drop constraint leads_pkey cascade, add constraint leads_pkey primary key using index leads_key;
alter table deals drop constraint deals_pkey cascade, add constraint deals_pkey primary key using index deals_key;
alter table attachments drop constraint attachments_pkey cascade, add constraint attachments_pkey primary key using index attachments_key;
alter table changes drop constraint changes_pkey cascade, add constraint changes_pkey primary key using index changes_key;
alter table requests drop constraint requests_pkey cascade, add constraint requests_pkey primary key using index requests_key;
alter table request_files drop constraint request_files_pkey cascade, add constraint request_files_pkey primary key using index request_files_key;
alter table bulk_uploads drop constraint bulk_uploads_pkey cascade, add constraint bulk_uploads_pkey primary key using index bulk_uploads_key;
alter table bulk_upload_rows drop constraint bulk_upload_rows_pkey cascade, add constraint bulk_upload_rows_pkey primary key using index bulk_upload_rows_key;
alter table bulk_upload_edits drop constraint bulk_upload_edits_pkey cascade, add constraint bulk_upload_edits_pkey primary key using index bulk_upload_edits_key;
alter table bulk_upload_blank_runs drop constraint bulk_upload_blank_runs_pkey cascade, add constraint bulk_upload_blank_runs_pkey primary key using index bulk_upload_blank_runs_key;
alter table bulk_changes drop constraint bulk_changes_pkey cascade, add constraint bulk_changes_pkey primary key using index bulk_changes_key;
alter table bulk_change_leads drop constraint bulk_change_leads_pkey cascade, add constraint bulk_change_leads_pkey primary key using index bulk_change_leads_key;
alter table lead_drafts drop constraint lead_drafts_pkey cascade, add constraint lead_drafts_pkey primary key using index lead_drafts_key;
alter table exports drop constraint exports_pkey cascade, add constraint exports_pkey primary key using index exports_key;
alter table snoozes drop constraint snoozes_pkey cascade, add constraint snoozes_pkey primary key using index snoozes_key;
alter table record_reads drop constraint record_reads_pkey cascade, add constraint record_reads_pkey primary key using index record_reads_key;
alter table upstream_changes drop constraint upstream_changes_pkey cascade, add constraint upstream_changes_pkey primary key using index upstream_changes_key;
alter table sent_leads drop constraint sent_leads_pkey cascade, add constraint sent_leads_pkey primary key using index sent_leads_key;
alter table idempotency_keys drop constraint idempotency_keys_pkey cascade, add constraint idempotency_keys_pkey primary key using index idempotency_keys_key;
alter table withdrawn_files drop constraint withdrawn_files_pkey cascade, add constraint withdrawn_files_pkey primary key using index withdrawn_files_key;
alter table lead_totals drop constraint lead_totals_pkey cascade, add constraint lead_totals_pkey primary key using index lead_totals_key;
alter table deal_totals drop constraint deal_totals_pkey cascade, add constraint deal_totals_pkey primary key using index deal_totals_key;
drop index upstream_changes_creations, upstream_changes_files, bulk_upload_rows_by_lead;

alter table leads add constraint leads_converted_deal_fkey foreign key (converted_deal_id, partner_id) references deals (id, partner_id) not valid;
alter table attachments add constraint attachments_lead_fkey foreign key (lead_id, lead_partner_id) references leads (id, partner_id) not valid;
alter table requests add constraint requests_lead_fkey foreign key (lead_id, partner_id) references leads (id, partner_id) not valid;
alter table request_files add constraint request_files_request_fkey foreign key (request_id, partner_id) references requests (id, partner_id) not valid;
alter table request_files add constraint request_files_attachment_fkey foreign key (attachment_id, partner_id) references attachments (id, lead_partner_id) on delete cascade not valid;
alter table bulk_upload_edits add constraint bulk_upload_edits_upload_fkey foreign key (upload_id, partner_id) references bulk_uploads (id, partner_id) not valid;
alter table bulk_change_leads add constraint bulk_change_leads_change_fkey foreign key (change_id, partner_id) references bulk_changes (id, partner_id) on delete cascade not valid;
-- In a new database there is nothing to check.
do $$
declare
  reference record;
begin
  for reference in select conrelid::regclass as own, conname as name from pg_constraint where contype = 'f' and not convalidated
  loop
    if not exists (select from partners) then
      execute format('alter table %s validate constraint %I', reference.own, reference.name);
    end if;
  end loop;
end $$;

-- That the partner is known is part of the keys now.
alter table attachments drop constraint if exists attachments_of_partner;
alter table request_files drop constraint if exists request_files_of_partner;
alter table bulk_upload_rows drop constraint if exists bulk_upload_rows_of_partner;
alter table bulk_upload_edits drop constraint if exists bulk_upload_edits_of_partner;
alter table bulk_upload_blank_runs drop constraint if exists bulk_upload_blank_runs_of_partner;
alter table bulk_changes drop constraint if exists bulk_changes_of_partner;
alter table bulk_change_leads drop constraint if exists bulk_change_leads_of_partner;
alter table lead_drafts drop constraint if exists lead_drafts_of_partner;
alter table exports drop constraint if exists exports_of_partner;
alter table record_reads drop constraint if exists record_reads_of_partner;
alter table upstream_changes drop constraint if exists upstream_changes_of_partner;
alter table sent_leads drop constraint if exists sent_leads_of_partner;
alter table idempotency_keys drop constraint if exists idempotency_keys_of_partner;

-- As in 0002 and 0020, by the key of now.
create or replace function keep_totals() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select contact_id, partner_id, 1 as change from new_rows'
    when 'DELETE' then 'select contact_id, partner_id, -1 as change from old_rows'
    else 'select contact_id, partner_id, 1 as change from new_rows
          union all select contact_id, partner_id, -1 from old_rows' end;
begin
  execute format(
    'insert into %1$I as kept (contact_id, partner_id, total)
     select contact_id, partner_id, sum(change) from (%2$s) as changes
     group by contact_id, partner_id having sum(change) <> 0 order by contact_id
     on conflict (contact_id, partner_id) do update set total = kept.total + excluded.total',
    tg_argv[0], changes);
  return null;
end $$;
create or replace function keep_totals_of_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_totals as kept (contact_id, partner_id, total)
    select contact_id, partner_id, count(*) from new_rows group by contact_id, partner_id order by contact_id
    on conflict (contact_id, partner_id) do update set total = kept.total + excluded.total;
  return null;
end $$;
