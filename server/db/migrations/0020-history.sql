-- The history of leads and deals: one row per change of a record, written by triggers in the
-- transaction of the change, so that no way to change a record can forget it.

-- How a record was created, and how it was last changed. Together with created_by and updated_by
-- (an account, or a key of the operator), this says who did it.
alter table leads add column created_via text not null default 'portal', add column updated_via text not null default 'portal';
alter table deals add column created_via text not null default 'operator', add column updated_via text not null default 'operator';
alter table attachments add column created_via text not null default 'portal';

-- kind: 'known' is the first entry of a record that is older than this table, 'created' of any
-- other. Then: 'changed', 'call' (changed by recording a call), 'attached' (a file) and 'erased'.
-- former, current: the changed values by field, before and after; null is no value. The first entry
-- has every value. 'attached' has the file's type, name and id. Erasure leaves only statuses.
-- former_status_since, former_sub_status_since: since when a replaced status had stood.
-- partner_id, contact_id: the owner after the change.
-- id: increases with every change of a record, because a change locks its record.
create table changes (
  id bigint generated always as identity primary key,
  record_type text not null check (record_type in ('lead', 'deal')),
  record_id text not null,
  partner_id text not null,
  contact_id text not null,
  kind text not null check (kind in ('known', 'created', 'changed', 'call', 'attached', 'erased')),
  at timestamptz(3) not null,
  by text not null,
  via text not null check (via in ('portal', 'api', 'bulk-upload', 'operator', 'command')),
  former jsonb not null default '{}',
  current jsonb not null default '{}',
  former_status_since timestamptz(3),
  former_sub_status_since timestamptz(3),
  is_status boolean not null generated always as (current ?| array['status', 'subStatus']) stored
);
create index changes_by_record on changes (record_id, id desc);

-- Returns a time as responses have it.
create function iso_text(moment timestamptz) returns text language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Returns the values that history shows of a lead or deal. A contact's name is looked up when read.
-- Stable, like what these functions call, so that they become a part of the query.
create function lead_values(fields jsonb, operator_fields jsonb, status text, sub_status text, contact_id text,
  deal_id text, calls_made integer, last_call_at timestamptz) returns jsonb language sql stable parallel safe
return operator_fields || fields || jsonb_strip_nulls(jsonb_build_object(
  'status', status, 'subStatus', sub_status, 'brokerRepId', contact_id, 'convertedDealId', deal_id,
  'numberOfCallsMade', calls_made, 'lastCallDate', iso_text(last_call_at)));
create function deal_values(name text, amount numeric, operator_fields jsonb, status text, sub_status text,
  contact_id text, calls_made integer, last_call_at timestamptz) returns jsonb language sql stable parallel safe
return operator_fields || jsonb_strip_nulls(jsonb_build_object(
  'status', status, 'subStatus', sub_status, 'brokerRepId', contact_id, 'name', name, 'amount', amount,
  'numberOfCallsMade', calls_made, 'lastCallDate', iso_text(last_call_at)));

-- Returns the values of one state that differ from another state; null for those it lacks.
create function differing_values(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(name, one -> name), '{}')
  from (select jsonb_object_keys(one || other) as name) as names
  where one -> name is distinct from other -> name);

create function statuses_in(history_values jsonb) returns jsonb language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(history_values) as values_of(name, value)
  where name in ('status', 'subStatus'));

create function record_creations() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'leads' then
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'lead', id, partner_id, contact_id, 'created', created_at, created_by, created_via,
        lead_values(fields, operator_fields, status, sub_status, contact_id, converted_deal_id,
        calls_made, last_call_at)
      from new_rows order by created_at, id;
  else
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'deal', id, partner_id, contact_id, 'created', created_at, created_by, created_via,
        deal_values(name, amount, operator_fields, status, sub_status, contact_id, calls_made,
        last_call_at)
      from new_rows order by created_at, id;
  end if;
  return null;
end $$;

-- A changed status stands since now; any change is activity.
create function keep_record_times() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and new.status_since = old.status_since then
    new.status_since = new.updated_at;
  end if;
  if new.sub_status <> old.sub_status and new.sub_status_since = old.sub_status_since then
    new.sub_status_since = new.updated_at;
  end if;
  if new.last_activity_at is not distinct from old.last_activity_at then
    new.last_activity_at = new.updated_at;
  end if;
  return new;
end $$;

create function record_change() returns trigger language plpgsql as $$
declare
  before jsonb;
  after jsonb;
  is_erased boolean = coalesce(current_setting('portal.erased_record', true), '') = new.id;
begin
  if tg_table_name = 'leads' then
    before = lead_values(old.fields, old.operator_fields, old.status, old.sub_status, old.contact_id, old.converted_deal_id,
      old.calls_made, old.last_call_at);
    after = lead_values(new.fields, new.operator_fields, new.status, new.sub_status, new.contact_id, new.converted_deal_id,
      new.calls_made, new.last_call_at);
  else
    before = deal_values(old.name, old.amount, old.operator_fields, old.status, old.sub_status, old.contact_id, old.calls_made,
      old.last_call_at);
    after = deal_values(new.name, new.amount, new.operator_fields, new.status, new.sub_status, new.contact_id, new.calls_made,
      new.last_call_at);
  end if;
  if before = after then
    return null;
  end if;
  if is_erased then
    before = statuses_in(before);
    after = statuses_in(after);
  end if;
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, current,
      former_status_since, former_sub_status_since)
    values (case tg_table_name when 'leads' then 'lead' else 'deal' end, new.id, new.partner_id, new.contact_id,
      case when is_erased then 'erased' when new.calls_made > old.calls_made then 'call' else 'changed' end,
      new.updated_at, new.updated_by, new.updated_via,
      differing_values(before, after), differing_values(after, before),
      case when new.status <> old.status then old.status_since end,
      case when new.sub_status <> old.sub_status then old.sub_status_since end);
  return null;
end $$;

create function record_attachments() returns trigger language plpgsql as $$
begin
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    select 'lead', lead_id, leads.partner_id, leads.contact_id, 'attached', new_rows.created_at, new_rows.created_by,
      new_rows.created_via, jsonb_build_object('attachmentId', new_rows.id, 'type', type, 'fileName', file_name)
    from new_rows join leads on leads.id = lead_id order by new_rows.created_at, new_rows.id;
  update leads set last_activity_at = greatest(last_activity_at,
      (select max(created_at) from new_rows where lead_id = leads.id))
    where id in (select lead_id from new_rows);
  return null;
end $$;

-- Records that are older than their history.
insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
  select 'lead', id, partner_id, contact_id, 'known', now(), created_by, created_via,
    lead_values(fields, operator_fields, status, sub_status, contact_id, converted_deal_id,
    calls_made, last_call_at)
  from leads order by created_at, id;
insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
  select 'deal', id, partner_id, contact_id, 'known', now(), created_by, created_via,
    deal_values(name, amount, operator_fields, status, sub_status, contact_id, calls_made,
    last_call_at)
  from deals order by created_at, id;

create trigger leads_created after insert on leads referencing new table as new_rows
  for each statement execute function record_creations();
create trigger deals_created after insert on deals referencing new table as new_rows
  for each statement execute function record_creations();
create trigger lead_times before update on leads for each row
  when (new.version <> old.version) execute function keep_record_times();
create trigger deal_times before update on deals for each row
  when (new.version <> old.version) execute function keep_record_times();
create trigger lead_changed after update on leads for each row
  when (new.version <> old.version) execute function record_change();
create trigger deal_changed after update on deals for each row
  when (new.version <> old.version) execute function record_change();
create trigger attachments_created after insert on attachments referencing new table as new_rows
  for each statement execute function record_attachments();

-- History is append-only. Erasing a person's data removes values from their record's entries, in a
-- transaction that names the record; nothing else is ever changed, and no entry is deleted.
create function refuse_to_change_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erased_record', true) = old.record_id
      and old.former @> new.former and old.current @> new.current
      and to_jsonb(new) - '{former,current,is_status}'::text[] = to_jsonb(old) - '{former,current,is_status}'::text[] then
    return new;
  end if;
  raise exception 'History is append-only.' using errcode = 'restrict_violation';
end $$;
create trigger history_kept before update or delete on changes for each row
  execute function refuse_to_change_history();
create trigger history_kept_whole before truncate on changes for each statement
  execute function refuse_to_change_history();

-- Totals of new leads, the most frequent change, are kept without a dynamic statement, which is
-- planned anew each time.
create function keep_totals_of_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_totals as kept (contact_id, partner_id, total)
    select contact_id, partner_id, count(*) from new_rows group by contact_id, partner_id order by contact_id
    on conflict (contact_id) do update set total = kept.total + excluded.total;
  return null;
end $$;
drop trigger leads_inserted on leads;
create trigger leads_inserted after insert on leads referencing new table as new_rows
  for each statement execute function keep_totals_of_new_leads();
