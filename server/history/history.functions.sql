-- Writes the history of leads and deals into changes (server/db/schema/history.sql), in the
-- transaction of each change: once per statement, not once per record, because a change to 200
-- leads would take 200 statements for their history alone. The triggers of a statement run in the
-- order of their names, which is the order of the history. New files write theirs in
-- server/attachments/attachments.functions.sql, requests in server/requests/requests.functions.sql,
-- questions in server/questions/questions.functions.sql, partners in
-- server/partners/partners.functions.sql. Two stores write entries themselves: of files that are
-- corrected or withdrawn (server/attachments/attachments.store.ts), and of the outcomes of calls
-- (server/outcomes/outcomes.store.ts).

-- Returns a time as responses have it.
create or replace function iso_text(moment timestamptz) returns text language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Return the values that history shows of a lead or deal. A contact's name is looked up when read.
-- Stable, like what these functions call, so that they become a part of the query.
create or replace function lead_values(fields jsonb, operator_fields jsonb, status text, sub_status text, contact_id text,
  deal_id text, calls_made integer, last_call_at timestamptz) returns jsonb language sql stable parallel safe
return operator_fields || fields || jsonb_strip_nulls(jsonb_build_object(
  'status', status, 'subStatus', sub_status, 'brokerRepId', contact_id, 'convertedDealId', deal_id,
  'numberOfCallsMade', calls_made, 'lastCallDate', iso_text(last_call_at)));
create or replace function deal_values(name text, amount numeric, operator_fields jsonb, status text, sub_status text,
  contact_id text, calls_made integer, last_call_at timestamptz) returns jsonb language sql stable parallel safe
return operator_fields || jsonb_strip_nulls(jsonb_build_object(
  'status', status, 'subStatus', sub_status, 'brokerRepId', contact_id, 'name', name, 'amount', amount,
  'numberOfCallsMade', calls_made, 'lastCallDate', iso_text(last_call_at)));

-- Returns the values of one state that differ from another state; null for those it lacks.
create or replace function differing_values(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(name, one -> name), '{}')
  from (select jsonb_object_keys(one || other) as name) as names
  where one -> name is distinct from other -> name);

-- Returns the statuses among values: what erasure leaves.
create or replace function statuses_in(history_values jsonb) returns jsonb language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(history_values) as values_of(name, value)
  where name in ('status', 'subStatus'));

-- The first entry of a record has all its values.
create or replace function record_creations() returns trigger language plpgsql as $$
begin
  case tg_table_name
  when 'leads' then
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'lead', id, partner_id, contact_id, 'created', created_at, created_by, created_via,
        lead_values(fields, operator_fields, status, sub_status, contact_id, converted_deal_id,
        calls_made, last_call_at)
      from new_rows order by created_at, id;
  when 'deals' then
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'deal', id, partner_id, contact_id, 'created', created_at, created_by, created_via,
        deal_values(name, amount, operator_fields, status, sub_status, contact_id, calls_made,
        last_call_at)
      from new_rows order by created_at, id;
  else
    raise exception 'The history has no entries of the table %.', tg_table_name;
  end case;
  return null;
end $$;
create or replace trigger leads_created after insert on leads referencing new table as new_rows
  for each statement execute function record_creations();
create or replace trigger deals_created after insert on deals referencing new table as new_rows
  for each statement execute function record_creations();

-- Any change that raises the version has an entry, if a value differs.
create or replace function record_changes() returns trigger language plpgsql as $$
declare
  erased text = coalesce(current_setting('portal.erased_record', true), '');
begin
  case tg_table_name
  when 'leads' then
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, current,
        former_status_since, former_sub_status_since)
      select 'lead', id, partner_id, contact_id, case when id = erased then 'erased' when is_call then 'call' else 'changed' end,
        updated_at, updated_by, updated_via, differing_values(former, present), differing_values(present, former),
        former_status_since, former_sub_status_since
      from (
        select n.*, n.calls_made > o.calls_made as is_call,
          case when n.status <> o.status then o.status_since end as former_status_since,
          case when n.sub_status <> o.sub_status then o.sub_status_since end as former_sub_status_since,
          lead_values(o.fields, o.operator_fields, o.status, o.sub_status, o.contact_id, o.converted_deal_id, o.calls_made, o.last_call_at) as before,
          lead_values(n.fields, n.operator_fields, n.status, n.sub_status, n.contact_id, n.converted_deal_id, n.calls_made, n.last_call_at) as after
        from old_rows as o join new_rows as n using (id) where n.version <> o.version
      ) as changed, lateral (
        select case when id = erased then statuses_in(before) else before end as former,
          case when id = erased then statuses_in(after) else after end as present
      ) as shown
      where before <> after order by updated_at, id;
  when 'deals' then
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, current,
        former_status_since, former_sub_status_since)
      select 'deal', id, partner_id, contact_id, case when id = erased then 'erased' when is_call then 'call' else 'changed' end,
        updated_at, updated_by, updated_via, differing_values(former, present), differing_values(present, former),
        former_status_since, former_sub_status_since
      from (
        select n.*, n.calls_made > o.calls_made as is_call,
          case when n.status <> o.status then o.status_since end as former_status_since,
          case when n.sub_status <> o.sub_status then o.sub_status_since end as former_sub_status_since,
          deal_values(o.name, o.amount, o.operator_fields, o.status, o.sub_status, o.contact_id, o.calls_made, o.last_call_at) as before,
          deal_values(n.name, n.amount, n.operator_fields, n.status, n.sub_status, n.contact_id, n.calls_made, n.last_call_at) as after
        from old_rows as o join new_rows as n using (id) where n.version <> o.version
      ) as changed, lateral (
        select case when id = erased then statuses_in(before) else before end as former,
          case when id = erased then statuses_in(after) else after end as present
      ) as shown
      where before <> after order by updated_at, id;
  else
    raise exception 'The history has no entries of the table %.', tg_table_name;
  end case;
  return null;
end $$;
create or replace trigger lead_changed after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes();
create or replace trigger deal_changed after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes();

-- History is append-only, the three tables of it. Erasing a person's data removes values from their
-- record's entries, in a transaction that names the record; nothing else is ever changed, but for
-- the partner of an entry without one, and no entry is deleted.
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
create or replace trigger history_kept before update or delete on changes for each row
  execute function refuse_to_change_history();
create or replace trigger history_kept_whole before truncate on changes for each statement
  execute function refuse_to_change_history();
create or replace trigger history_kept before update or delete on partner_changes for each row
  execute function refuse_to_change_history();
create or replace trigger history_kept_whole before truncate on partner_changes for each statement
  execute function refuse_to_change_history();
create or replace trigger history_kept before update or delete on upstream_changes for each row
  execute function refuse_to_change_history();
create or replace trigger history_kept_whole before truncate on upstream_changes for each statement
  execute function refuse_to_change_history();
