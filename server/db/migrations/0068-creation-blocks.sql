-- Numbers that stay few and small however many records there are (docs/decisions/lists.md): by
-- status for everybody, each partner and each contact, and blocks of records in the order of their
-- creation, in which a page far behind and the leads of a week are found. Filling reads the stored
-- totals, no leads, and blocks nobody; the tables are locked only for what follows.

-- Nobody adds changes to the totals meanwhile. What is not yet added stays where it is.
select pg_advisory_xact_lock(hashtext('total_changes'));

-- The records of a contact; of a partner, where contact_id is ''; of everybody, where both are.
create table totals_by_status (
  record_type text not null,
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  has_request boolean not null,
  total bigint not null
);
insert into totals_by_status
  select record_type, level.partner_id, level.contact_id, status, sub_status, has_request, sum(total)
  from status_totals as t cross join lateral
    (values ('', ''), (t.partner_id, ''), (t.partner_id, t.contact_id)) as level(partner_id, contact_id)
  group by 1, 2, 3, 4, 5, 6;

-- Of the same owners: how many records were created from a time until the next block begins, and
-- how many of them, as leads, became deals. The first block of an owner begins at -infinity.
create table creation_blocks (
  record_type text not null,
  partner_id text not null,
  contact_id text not null,
  starts_at timestamptz(3) not null,
  total bigint not null,
  converted bigint not null,
  primary key (contact_id, partner_id, record_type, starts_at)
);
insert into creation_blocks
  select record_type, level.partner_id, level.contact_id, '-infinity', sum(total), sum(converted)
  from (
    select 'lead' as record_type, partner_id, contact_id, total,
      case when has_deal or 'Converted' in (status, sub_status) then total else 0 end as converted
    from creation_totals
    union all
    select 'deal', partner_id, contact_id, total, 0 from status_totals where record_type = 'deal'
  ) as t cross join lateral
    (values ('', ''), (t.partner_id, ''), (t.partner_id, t.contact_id)) as level(partner_id, contact_id)
  group by 1, 2, 3;

drop table status_totals, creation_totals;
alter table totals_by_status rename to status_totals;
alter table status_totals add primary key (contact_id, partner_id, record_type, status, sub_status, has_request);
create index status_totals_by_partner on status_totals (partner_id, record_type);
-- What waits for partners, by partner: support reads it among the totals of all of them.
create index status_totals_of_partners on status_totals (status) where contact_id = '' and partner_id <> '';
create index sub_status_totals_of_partners on status_totals (sub_status) where contact_id = '' and partner_id <> '';
create index request_totals on status_totals (partner_id) where has_request;

-- A change says when its records were created, so that it belongs to one block.
alter table total_changes add column created_at timestamptz(3);
update total_changes set created_at = coalesce(created_within, '-infinity');
alter table total_changes alter column created_at set not null, drop column created_within;
alter table total_changes alter column has_deal set default false;
-- Read whole, and emptied every second.
alter table total_changes set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

create or replace function change_lead_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_changes (record_type, partner_id, contact_id, status, sub_status, created_at, has_deal, has_request, change)
      select 'lead', partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null, has_request, count(*)
      from new_rows group by 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into total_changes (record_type, partner_id, contact_id, status, sub_status, created_at, has_deal, has_request, change)
      select 'lead', partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null, has_request, -count(*)
      from old_rows group by 2, 3, 4, 5, 6, 7, 8;
  else
    insert into total_changes (record_type, partner_id, contact_id, status, sub_status, created_at, has_deal, has_request, change)
      select 'lead', partner_id, contact_id, status, sub_status, created_at, converted_deal_id is not null, has_request, sum(change)
      from (
        select partner_id, contact_id, status, sub_status, created_at, converted_deal_id, has_request, 1 as change from new_rows
        union all
        select partner_id, contact_id, status, sub_status, created_at, converted_deal_id, has_request, -1 from old_rows
      ) as changed
      group by 2, 3, 4, 5, 6, 7, 8 having sum(change) <> 0;
  end if;
  return null;
end $$;

create or replace function change_deal_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_changes (record_type, partner_id, contact_id, status, sub_status, created_at, has_request, change)
      select 'deal', partner_id, contact_id, status, sub_status, created_at, has_request, count(*)
      from new_rows group by 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into total_changes (record_type, partner_id, contact_id, status, sub_status, created_at, has_request, change)
      select 'deal', partner_id, contact_id, status, sub_status, created_at, has_request, -count(*)
      from old_rows group by 2, 3, 4, 5, 6, 7;
  else
    insert into total_changes (record_type, partner_id, contact_id, status, sub_status, created_at, has_request, change)
      select 'deal', partner_id, contact_id, status, sub_status, created_at, has_request, sum(change)
      from (
        select partner_id, contact_id, status, sub_status, created_at, has_request, 1 as change from new_rows
        union all
        select partner_id, contact_id, status, sub_status, created_at, has_request, -1 from old_rows
      ) as changed
      group by 2, 3, 4, 5, 6, 7 having sum(change) <> 0;
  end if;
  return null;
end $$;

-- Adds committed changes to the totals and blocks, and deletes them, in one transaction, as before
-- (migration 0028). Returns whether it did: another process may be doing so.
drop function fold_total_changes;
create function fold_total_changes() returns boolean language plpgsql as $$
declare
  ended tid[];
begin
  if not exists (select from total_changes) or not pg_try_advisory_xact_lock(hashtext('total_changes')) then
    return false;
  end if;
  with folded as (
    delete from total_changes returning *
  ), owned as (
    select record_type, level.partner_id, level.contact_id, status, sub_status, has_request, created_at, change,
      case when has_deal or (record_type = 'lead' and 'Converted' in (status, sub_status)) then change else 0 end as converted
    from folded cross join lateral
      (values ('', ''), (folded.partner_id, ''), (folded.partner_id, folded.contact_id)) as level(partner_id, contact_id)
  ), statuses as (
    insert into status_totals as kept (record_type, partner_id, contact_id, status, sub_status, has_request, total)
      select record_type, partner_id, contact_id, status, sub_status, has_request, sum(change) from owned
      group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0
      on conflict (contact_id, partner_id, record_type, status, sub_status, has_request)
        do update set total = kept.total + excluded.total
      returning ctid, total
  ), blocks as (
    insert into creation_blocks as kept (record_type, partner_id, contact_id, starts_at, total, converted)
      select record_type, partner_id, contact_id, coalesce(block.starts_at, '-infinity'), sum(change), sum(converted)
      from owned left join lateral (
        select b.starts_at from creation_blocks as b
        where b.contact_id = owned.contact_id and b.partner_id = owned.partner_id
          and b.record_type = owned.record_type and b.starts_at <= owned.created_at
        order by b.starts_at desc limit 1
      ) as block on true
      group by 1, 2, 3, 4 having sum(change) <> 0 or sum(converted) <> 0
      on conflict (contact_id, partner_id, record_type, starts_at)
        do update set total = kept.total + excluded.total, converted = kept.converted + excluded.converted
  )
  select array_agg(ctid) into ended from statuses where total = 0;
  delete from status_totals where ctid = any(ended) and total = 0;
  return true;
end $$;
