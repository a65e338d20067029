-- Every row of a record names its partner (docs/decisions/database.md). The rows that exist get
-- theirs from fill_partners, which migration 0105 calls; until then, and of a row that a process of
-- the version before writes, the partner is found by partner_filled. deploy/before-0105.sql runs
-- this file as well, so each statement may run twice.

-- Empty: nobody's, such as what support reads and what a key of the operator has sent. A file is
-- joined with its lead by statements of the version before that name the lead's partner_id alone.
alter table attachments add column if not exists lead_partner_id text;
alter table request_files add column if not exists partner_id text;
alter table bulk_upload_rows add column if not exists partner_id text;
alter table bulk_upload_edits add column if not exists partner_id text;
alter table bulk_upload_blank_runs add column if not exists partner_id text;
alter table bulk_changes add column if not exists partner_id text;
alter table bulk_change_leads add column if not exists partner_id text;
alter table lead_drafts add column if not exists partner_id text;
alter table record_reads add column if not exists partner_id text;
alter table upstream_changes add column if not exists partner_id text;
alter table sent_leads add column if not exists partner_id text;
alter table idempotency_keys add column if not exists partner_id text;
alter table withdrawn_files add column if not exists partner_id text not null default '';
-- Support's exports had none.
alter table exports drop constraint if exists exports_partner_id_fkey;

-- tg_argv: the table of what a row belongs to, and the column with its id.
-- Unknown, not nobody's, is the partner of a bulk change that has not been filled in itself.
create or replace function fill_partner() returns trigger language plpgsql as $$
declare
  owners text[];
begin
  execute format('select array(select partner_id from %I where id = ($1).%I)', tg_argv[0], tg_argv[1]) into owners using new;
  new.partner_id = case when tg_argv[0] = 'accounts' or cardinality(owners) = 0 then coalesce(owners[1], '') else owners[1] end;
  return new;
end $$;
create or replace function fill_lead_partner() returns trigger language plpgsql as $$
begin
  select partner_id into new.lead_partner_id from leads where id = new.lead_id;
  return new;
end $$;
create or replace trigger partner_filled before insert or update on attachments for each row
  when (new.lead_partner_id is null) execute function fill_lead_partner();
create or replace trigger partner_filled before insert or update on request_files for each row
  when (new.partner_id is null) execute function fill_partner('requests', 'request_id');
create or replace trigger partner_filled before insert or update on bulk_upload_rows for each row
  when (new.partner_id is null) execute function fill_partner('bulk_uploads', 'upload_id');
create or replace trigger partner_filled before insert or update on bulk_upload_edits for each row
  when (new.partner_id is null) execute function fill_partner('bulk_uploads', 'upload_id');
create or replace trigger partner_filled before insert or update on bulk_upload_blank_runs for each row
  when (new.partner_id is null) execute function fill_partner('bulk_uploads', 'upload_id');
create or replace trigger partner_filled before insert or update on bulk_changes for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create or replace trigger partner_filled before insert or update on bulk_change_leads for each row
  when (new.partner_id is null) execute function fill_partner('bulk_changes', 'change_id');
create or replace trigger partner_filled before insert or update on lead_drafts for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create or replace trigger partner_filled before insert or update on record_reads for each row
  when (new.partner_id is null) execute function fill_partner('changes', 'change_id');
create or replace trigger partner_filled before insert or update on upstream_changes for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create or replace trigger partner_filled before insert or update on sent_leads for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create or replace trigger partner_filled before insert or update on idempotency_keys for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'caller_id');
create or replace trigger partner_filled before insert or update on exports for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');

-- As in 0020, but for the partner of an entry that has none yet.
create or replace function refuse_to_change_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erased_record', true) = old.record_id
      and old.former @> new.former and old.current @> new.current
      and to_jsonb(new) - '{former,current,is_status}'::text[] = to_jsonb(old) - '{former,current,is_status}'::text[] then
    return new;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'upstream_changes' and to_jsonb(old) ->> 'partner_id' is null
      and to_jsonb(new) - 'partner_id' = to_jsonb(old) - 'partner_id' then
    return new;
  end if;
  raise exception 'History is append-only.' using errcode = 'restrict_violation';
end $$;

-- Has the trigger fill the partner of rows without one, so many pages of a table at a time, and
-- then accepts none without it; null: all in the transaction of the caller.
create or replace procedure fill_partners(pages integer) language plpgsql as $$
declare
  filled record;
  page integer;
begin
  for filled in select * from unnest(string_to_array('attachments bulk_changes exports lead_drafts record_reads upstream_changes '
      || 'sent_leads idempotency_keys request_files bulk_upload_rows bulk_upload_edits bulk_upload_blank_runs '
      || 'bulk_change_leads', ' ')) as name, lateral
      (select case name when 'attachments' then 'lead_partner_id' else 'partner_id' end as partner) as named
  loop
    page = 0;
    while pages is not null and page < pg_relation_size(filled.name::regclass) / current_setting('block_size')::integer loop
      execute format('update %I set %2$I = null where %2$I is null and ctid >= ''(%3$s,0)'' and ctid < ''(%4$s,0)''',
        filled.name, filled.partner, page, page + pages);
      commit;
      page = page + pages;
    end loop;
    execute format('update %I set %2$I = null where %2$I is null', filled.name, filled.partner);
    if pages is not null then
      commit;
      if not exists (select from pg_constraint where conname = filled.name || '_of_partner') then
        execute format('alter table %I add constraint %I check (%I is not null) not valid',
          filled.name, filled.name || '_of_partner', filled.partner);
        commit;
      end if;
      execute format('alter table %I validate constraint %I', filled.name, filled.name || '_of_partner');
      commit;
    end if;
  end loop;
end $$;
