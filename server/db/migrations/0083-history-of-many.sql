-- What follows a change of records is done once per statement, not once per record: a change to
-- 200 leads took 200 statements for their history alone, each of which notified by itself. The
-- triggers of a statement run in the order of their names, which is the order of the history.

create function record_changes() returns trigger language plpgsql as $$
declare
  erased text = coalesce(current_setting('portal.erased_record', true), '');
begin
  if tg_table_name = 'leads' then
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
  else
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
  end if;
  return null;
end $$;
drop trigger lead_changed on leads;
drop trigger deal_changed on deals;
drop function record_change;
create trigger lead_changed after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes();
create trigger deal_changed after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function record_changes();

-- Whoever has a lead has its deal (migration 0050), and its requests (migration 0063).
-- By arrays: the rows of a statement are few or many, and the plan is that of the first one.
create or replace function reassign_deal() returns trigger language plpgsql as $$
declare
  reassigned text[] = array(select n.converted_deal_id from old_rows as o join new_rows as n using (id)
    where n.contact_id <> o.contact_id and n.converted_deal_id is not null);
begin
  update deals set contact_id = n.contact_id, updated_by = n.updated_by, updated_via = n.updated_via,
      version = deals.version + 1
    from old_rows as o join new_rows as n using (id)
    where deals.id = any(reassigned) and n.converted_deal_id = deals.id and deals.contact_id = o.contact_id
      and n.contact_id <> o.contact_id;
  return null;
end $$;
create or replace function reassign_requests() returns trigger language plpgsql as $$
declare
  reassigned text[] = array(select id from old_rows as o join new_rows as n using (id)
    where n.contact_id <> o.contact_id);
begin
  update requests set partner_id = n.partner_id, contact_id = n.contact_id
    from new_rows as n where n.id = requests.record_id and requests.record_id = any(reassigned);
  return null;
end $$;
drop trigger lead_reassigned on leads;
drop trigger lead_requests_reassigned on leads;
drop trigger deal_requests_reassigned on deals;
create trigger lead_reassigned after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_deal();
create trigger lead_requests_reassigned after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_requests();
create trigger deal_requests_reassigned after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_requests();
