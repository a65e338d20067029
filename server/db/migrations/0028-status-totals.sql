-- How many leads and deals have each status, kept for the home page: counting a hundred thousand
-- records for each number takes longer than the page may. Totals are by status, not by whom it
-- waits for, which only the contract says (docs/decisions/counts-and-totals.md).

-- Returns the start of the six hours, in UTC, in which a moment is.
create function six_hours_of(moment timestamptz) returns timestamptz language sql immutable parallel safe
return date_bin('6 hours', moment, '2000-01-01 00:00:00+00'::timestamptz);

-- What the two tables below do not yet include, written in the transaction of each change. Writers
-- only insert, so none waits for another. A number is always the total and its changes together.
-- created_within, has_deal: of leads only.
create table total_changes (
  record_type text not null check (record_type in ('lead', 'deal')),
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  created_within timestamptz,
  has_deal boolean,
  change bigint not null
);

-- The records of each contact by status.
create table status_totals (
  record_type text not null,
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  total bigint not null,
  primary key (contact_id, record_type, status, sub_status)
);
create index status_totals_by_partner on status_totals (partner_id, record_type);

-- The leads of each contact by status and by the six hours in which they were created. Weeks begin
-- at midnight of the reader's time zone: only the leads of the six hours around it are counted.
create table creation_totals (
  partner_id text not null,
  contact_id text not null,
  created_within timestamptz not null,
  status text not null,
  sub_status text not null,
  has_deal boolean not null,
  total bigint not null,
  primary key (contact_id, created_within, status, sub_status, has_deal)
);
create index creation_totals_by_partner on creation_totals (partner_id, created_within);

create function change_lead_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_changes
      select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), converted_deal_id is not null, count(*)
      from new_rows group by 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into total_changes
      select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), converted_deal_id is not null, -count(*)
      from old_rows group by 2, 3, 4, 5, 6, 7;
  else
    insert into total_changes
      select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), has_deal, sum(change)
      from (
        select partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null as has_deal, 1 as change
          from new_rows
        union all
        select partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null, -1 from old_rows
      ) as changed
      group by 2, 3, 4, 5, 6, 7 having sum(change) <> 0;
  end if;
  return null;
end $$;

create function change_deal_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_changes
      select 'deal', partner_id, contact_id, status, sub_status, null, null, count(*) from new_rows group by 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into total_changes
      select 'deal', partner_id, contact_id, status, sub_status, null, null, -count(*) from old_rows group by 2, 3, 4, 5;
  else
    insert into total_changes
      select 'deal', partner_id, contact_id, status, sub_status, null, null, sum(change)
      from (
        select partner_id, contact_id, status, sub_status, 1 as change from new_rows
        union all
        select partner_id, contact_id, status, sub_status, -1 from old_rows
      ) as changed
      group by 2, 3, 4, 5 having sum(change) <> 0;
  end if;
  return null;
end $$;

-- Adds committed changes to the totals, and deletes them, in one transaction: who reads meanwhile
-- sees both or neither. One transaction at a time does so; another one returns at once. A total of
-- zero is deleted, or every status that a lead has ever had would keep a row.
create function fold_total_changes() returns void language plpgsql as $$
declare
  ended_statuses tid[];
  ended_creations tid[];
begin
  if not exists (select from total_changes) or not pg_try_advisory_xact_lock(hashtext('total_changes')) then
    return;
  end if;
  with folded as (
    delete from total_changes returning *
  ), statuses as (
    insert into status_totals as kept (record_type, partner_id, contact_id, status, sub_status, total)
      select record_type, partner_id, contact_id, status, sub_status, sum(change) from folded
      group by 1, 2, 3, 4, 5 having sum(change) <> 0
      on conflict (contact_id, record_type, status, sub_status) do update set total = kept.total + excluded.total
      returning ctid, total
  ), creations as (
    insert into creation_totals as kept (partner_id, contact_id, created_within, status, sub_status, has_deal, total)
      select partner_id, contact_id, created_within, status, sub_status, has_deal, sum(change) from folded
      where record_type = 'lead'
      group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0
      on conflict (contact_id, created_within, status, sub_status, has_deal) do update set total = kept.total + excluded.total
      returning ctid, total
  )
  select (select array_agg(ctid) from statuses where total = 0), (select array_agg(ctid) from creations where total = 0)
    into ended_statuses, ended_creations;
  delete from status_totals where ctid = any(ended_statuses) and total = 0;
  delete from creation_totals where ctid = any(ended_creations) and total = 0;
end $$;

create trigger lead_totals_inserted after insert on leads referencing new table as new_rows
  for each statement execute function change_lead_totals();
create trigger lead_totals_updated after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function change_lead_totals();
create trigger lead_totals_deleted after delete on leads referencing old table as old_rows
  for each statement execute function change_lead_totals();
create trigger deal_totals_inserted after insert on deals referencing new table as new_rows
  for each statement execute function change_deal_totals();
create trigger deal_totals_updated after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function change_deal_totals();
create trigger deal_totals_deleted after delete on deals referencing old table as old_rows
  for each statement execute function change_deal_totals();

-- The triggers lock both tables until this transaction ends, so that nothing is missed or counted
-- twice.
insert into total_changes
  select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), converted_deal_id is not null, count(*)
  from leads group by 2, 3, 4, 5, 6, 7;
insert into total_changes
  select 'deal', partner_id, contact_id, status, sub_status, null, null, count(*) from deals group by 2, 3, 4, 5;
select fold_total_changes();
