-- What waits for the partner: records on which the lender asks for something, whatever their status
-- (docs/decisions/operator-and-requests.md), and what somebody left out of their list.

-- Whether a request on the record waits for the partner; maintained by the triggers below. It is in
-- the indexes of the lists, which read no record to filter by whom it waits for.
alter table leads add column has_request boolean not null default false;
alter table deals add column has_request boolean not null default false;
drop index leads_by_contact, leads_by_partner, leads_by_creation;
create index leads_by_contact on leads (contact_id, created_at desc, id desc)
  include (status, sub_status, status_since, sub_status_since, converted_deal_id, has_request);
create index leads_by_partner on leads (partner_id, created_at desc, id desc)
  include (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id, has_request);
create index leads_by_creation on leads (created_at desc, id desc)
  include (status, sub_status, status_since, sub_status_since, partner_id, has_request);
-- Most lists find the few records with a request here, beside those of a status.
create index leads_with_request on leads (partner_id, contact_id, id) where has_request;
create index deals_with_request on deals (partner_id, contact_id, id) where has_request;

-- The totals by status also say how many of the records have a request.
select fold_total_changes();
alter table total_changes add column has_request boolean not null default false;
alter table status_totals add column has_request boolean not null default false;
alter table status_totals drop constraint status_totals_pkey,
  add primary key (contact_id, record_type, status, sub_status, has_request);

create or replace function change_lead_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_changes
      select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), converted_deal_id is not null,
        count(*), has_request
      from new_rows group by 2, 3, 4, 5, 6, 7, 9;
  elsif tg_op = 'DELETE' then
    insert into total_changes
      select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), converted_deal_id is not null,
        -count(*), has_request
      from old_rows group by 2, 3, 4, 5, 6, 7, 9;
  else
    insert into total_changes
      select 'lead', partner_id, contact_id, status, sub_status, six_hours_of(created_at), has_deal, sum(change), has_request
      from (
        select partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null as has_deal, 1 as change,
          has_request
          from new_rows
        union all
        select partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null, -1, has_request
          from old_rows
      ) as changed
      group by 2, 3, 4, 5, 6, 7, 9 having sum(change) <> 0;
  end if;
  return null;
end $$;

create or replace function change_deal_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_changes
      select 'deal', partner_id, contact_id, status, sub_status, null, null, count(*), has_request
      from new_rows group by 2, 3, 4, 5, 9;
  elsif tg_op = 'DELETE' then
    insert into total_changes
      select 'deal', partner_id, contact_id, status, sub_status, null, null, -count(*), has_request
      from old_rows group by 2, 3, 4, 5, 9;
  else
    insert into total_changes
      select 'deal', partner_id, contact_id, status, sub_status, null, null, sum(change), has_request
      from (
        select partner_id, contact_id, status, sub_status, 1 as change, has_request from new_rows
        union all
        select partner_id, contact_id, status, sub_status, -1, has_request from old_rows
      ) as changed
      group by 2, 3, 4, 5, 9 having sum(change) <> 0;
  end if;
  return null;
end $$;

create or replace function fold_total_changes() returns void language plpgsql as $$
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
    insert into status_totals as kept (record_type, partner_id, contact_id, status, sub_status, has_request, total)
      select record_type, partner_id, contact_id, status, sub_status, has_request, sum(change) from folded
      group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0
      on conflict (contact_id, record_type, status, sub_status, has_request) do update set total = kept.total + excluded.total
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

create function keep_has_request() returns trigger language plpgsql as $$
declare
  waits boolean = exists (select from requests where record_id = new.record_id and state in ('open', 'returned'));
begin
  if new.record_type = 'lead' then
    update leads set has_request = waits where id = new.record_id and has_request <> waits;
  else
    update deals set has_request = waits where id = new.record_id and has_request <> waits;
  end if;
  return null;
end $$;
create trigger request_asked after insert on requests for each row execute function keep_has_request();
create trigger request_answered after update on requests for each row
  when (new.state <> old.state) execute function keep_has_request();
update leads set has_request = true
  where id in (select record_id from requests where state in ('open', 'returned') and record_type = 'lead');
update deals set has_request = true
  where id in (select record_id from requests where state in ('open', 'returned') and record_type = 'deal');

-- Records that are left out of what waits: for the account until a time; for the whole partner,
-- where until is null. Either ends when the operator changes the record, or asks for something.
drop table request_snoozes;
create table snoozes (
  record_id text not null,
  partner_id text not null references partners (id),
  account_id text not null references accounts (id) on delete cascade,
  until timestamptz(3),
  primary key (record_id, account_id)
);
create index snoozes_by_partner on snoozes (partner_id);

create function end_snoozes() returns trigger language plpgsql as $$
begin
  delete from snoozes where record_id = new.record_id;
  return null;
end $$;
create trigger operator_acted after insert on changes for each row
  when (new.via = 'operator') execute function end_snoozes();
