-- What only versions before still use, or used. A later release drops all of it by a migration, so
-- it stands here and nowhere else.

-- Views of the names and columns that tokens and keys had before. What either version issues works
-- in the other, and what one ends has ended there too.
create view password_links as
  select token_hash, account_id, expires_at,
    case purpose when 'forgotten-password' then 'password' else purpose end as purpose,
    payload ->> 'email' as email, (payload ->> 'startedAt')::timestamptz as begun_at,
    purpose = 'forgotten-password' as is_requested
  from one_time_tokens
  where purpose in ('password', 'forgotten-password', 'new-email', 'former-email');
create view sign_in_steps as
  select token_hash, account_id, expires_at, payload ->> 'provider' as provider
  from one_time_tokens where purpose = 'second-step';
create view ended_sign_ins as
  select token_hash, expires_at, purpose from one_time_tokens where purpose = 'sign-in';
alter view ended_sign_ins alter column purpose set default 'sign-in';

create function issue_as_version_before() returns trigger language plpgsql as $$
declare
  issued jsonb := to_jsonb(new);
begin
  insert into one_time_tokens (token_hash, purpose, account_id, payload, expires_at) values (
    new.token_hash,
    case when (issued ->> 'is_requested')::boolean then 'forgotten-password'
      else coalesce(issued ->> 'purpose', tg_argv[0]) end,
    new.account_id,
    jsonb_strip_nulls(jsonb_build_object('email', issued -> 'email',
      'startedAt', issued -> 'begun_at', 'provider', issued -> 'provider')),
    new.expires_at);
  return new;
end $$;
create trigger issue_as_version_before instead of insert on password_links
  for each row execute function issue_as_version_before('password');
create trigger issue_as_version_before instead of insert on sign_in_steps
  for each row execute function issue_as_version_before('second-step');

-- What a passkey has to sign, each once: for the browser of a cookie (its hash), or a session. A
-- table, as it was written by “on conflict”; a challenge that is gone is asked for again.
create table passkey_challenges (
  bound_to text primary key,
  challenge text not null,
  expires_at timestamptz not null
);

create view api_keys as
  select id as account_id, key_hash, encrypted, last_four, created_at, last_used_at, rejected_at, kind
  from keys where kind = 'profile';
alter view api_keys alter column kind set default 'profile';
create view named_keys as
  select id, account_id, name, key_hash, last_four, is_read_only, created_at, expires_at, kind
  from keys where kind = 'named';
alter view named_keys alter column kind set default 'named';
create view operator_keys as
  select id, name, key_hash, created_at, last_used_at, revoked_at, is_read_only, expires_at, partner_id, kind
  from keys where kind = 'operator';
alter view operator_keys alter column kind set default 'operator';

-- Says whose the key of a profile is.
create function own_as_version_before() returns trigger language plpgsql as $$
begin
  new.account_id := new.id;
  return new;
end $$;
create trigger own_as_version_before before insert on keys for each row
  when (new.kind = 'profile') execute function own_as_version_before();

-- The partner of a row that is written without one, as versions before the partner was in every key
-- did. tg_argv: the table of what a row belongs to, and the column with its id. Empty: nobody's.
-- Unknown, not nobody's, is the partner of a bulk change that has none itself.
-- deploy/after-0105.sql drops these triggers and the keys without the partner, where there are any.
create function fill_partner() returns trigger language plpgsql as $$
declare
  owners text[];
begin
  execute format('select array(select partner_id from %I where id = ($1).%I)', tg_argv[0], tg_argv[1]) into owners using new;
  new.partner_id = case when tg_argv[0] = 'accounts' or cardinality(owners) = 0 then coalesce(owners[1], '') else owners[1] end;
  return new;
end $$;
create function fill_lead_partner() returns trigger language plpgsql as $$
begin
  select partner_id into new.lead_partner_id from leads where id = new.lead_id;
  return new;
end $$;
create trigger partner_filled before insert or update on attachments for each row
  when (new.lead_partner_id is null) execute function fill_lead_partner();
create trigger partner_filled before insert or update on request_files for each row
  when (new.partner_id is null) execute function fill_partner('requests', 'request_id');
create trigger partner_filled before insert or update on bulk_upload_rows for each row
  when (new.partner_id is null) execute function fill_partner('bulk_uploads', 'upload_id');
create trigger partner_filled before insert or update on bulk_upload_edits for each row
  when (new.partner_id is null) execute function fill_partner('bulk_uploads', 'upload_id');
create trigger partner_filled before insert or update on bulk_upload_blank_runs for each row
  when (new.partner_id is null) execute function fill_partner('bulk_uploads', 'upload_id');
create trigger partner_filled before insert or update on bulk_changes for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create trigger partner_filled before insert or update on bulk_change_leads for each row
  when (new.partner_id is null) execute function fill_partner('bulk_changes', 'change_id');
create trigger partner_filled before insert or update on lead_drafts for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create trigger partner_filled before insert or update on record_reads for each row
  when (new.partner_id is null) execute function fill_partner('changes', 'change_id');
create trigger partner_filled before insert or update on upstream_changes for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create trigger partner_filled before insert or update on sent_leads for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');
create trigger partner_filled before insert or update on idempotency_keys for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'caller_id');
create trigger partner_filled before insert or update on exports for each row
  when (new.partner_id is null) execute function fill_partner('accounts', 'account_id');

-- Filled in the partner of the rows that had none, so many pages of a table at a time.
create procedure fill_partners(pages integer) language plpgsql as $$
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

-- The start of the six hours, in UTC, in which a moment is. Blocks of creation took its place.
create function six_hours_of(moment timestamptz) returns timestamptz language sql immutable parallel safe
return date_bin('6 hours', moment, '2000-01-01 00:00:00+00'::timestamptz);
