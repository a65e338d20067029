-- Keeps the numbers of leads and deals (server/db/schema/totals.sql).

-- Runs once per statement. Updates the totals in the order of the contacts, so that two statements
-- cannot deadlock. tg_argv[0] is the table of totals. Only changes that add, remove or reassign
-- records change a total.
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

-- Totals of new leads, the most frequent change, are kept without a dynamic statement, which would
-- be planned each time.
create or replace function keep_totals_of_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_totals as kept (contact_id, partner_id, total)
    select contact_id, partner_id, count(*) from new_rows group by contact_id, partner_id order by contact_id
    on conflict (contact_id, partner_id) do update set total = kept.total + excluded.total;
  return null;
end $$;

create or replace trigger leads_inserted after insert on leads referencing new table as new_rows
  for each statement execute function keep_totals_of_new_leads();
create or replace trigger leads_updated after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function keep_totals('lead_totals');
create or replace trigger leads_deleted after delete on leads referencing old table as old_rows
  for each statement execute function keep_totals('lead_totals');
create or replace trigger deals_inserted after insert on deals referencing new table as new_rows
  for each statement execute function keep_totals('deal_totals');
create or replace trigger deals_updated after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function keep_totals('deal_totals');
create or replace trigger deals_deleted after delete on deals referencing old table as old_rows
  for each statement execute function keep_totals('deal_totals');

-- Writes what a statement changes of the totals by status and of the blocks into total_changes.
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

create or replace trigger lead_totals_inserted after insert on leads referencing new table as new_rows
  for each statement execute function change_lead_totals();
create or replace trigger lead_totals_updated after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function change_lead_totals();
create or replace trigger lead_totals_deleted after delete on leads referencing old table as old_rows
  for each statement execute function change_lead_totals();
create or replace trigger deal_totals_inserted after insert on deals referencing new table as new_rows
  for each statement execute function change_deal_totals();
create or replace trigger deal_totals_updated after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function change_deal_totals();
create or replace trigger deal_totals_deleted after delete on deals referencing old table as old_rows
  for each statement execute function change_deal_totals();

-- Adds committed changes to the totals and blocks, and deletes them, in one transaction: who reads
-- meanwhile sees both or neither. One transaction at a time does so. Returns whether it did:
-- another process may be doing so. A total of zero is deleted, or every status that a lead has ever
-- had would keep a row.
-- Changes that leave an owner's records as they were are left out first, and what is before each of
-- the following blocks is summed once for all of them: adding up a change to 1,000 leads took a
-- second otherwise, more than the change.
create or replace function fold_total_changes() returns boolean language plpgsql as $$
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
  ), moments as (
    select record_type, partner_id, contact_id, created_at, sum(change) as total, sum(converted) as converted
    from owned group by 1, 2, 3, 4 having sum(change) <> 0 or sum(converted) <> 0
  ), changed as materialized (
    select moments.record_type, moments.partner_id, moments.contact_id, block.starts_at,
      sum(moments.total) as total, sum(moments.converted) as converted
    from moments left join lateral (
      select b.starts_at from creation_blocks as b
      where b.contact_id = moments.contact_id and b.partner_id = moments.partner_id
        and b.record_type = moments.record_type and b.starts_at <= moments.created_at
      order by b.starts_at desc limit 1
    ) as block on true
    group by 1, 2, 3, 4 having sum(moments.total) <> 0 or sum(moments.converted) <> 0
  ), first_blocks as (
    insert into creation_blocks (record_type, partner_id, contact_id, starts_at, total, converted)
      select record_type, partner_id, contact_id, '-infinity', total, converted from changed where starts_at is null
  ), following as materialized (
    select record_type, partner_id, contact_id, n.starts_at,
      coalesce(changed.total, 0) as total, coalesce(changed.converted, 0) as converted,
      coalesce(sum(changed.total) over (partition by record_type, partner_id, contact_id
        order by n.starts_at rows between unbounded preceding and 1 preceding), 0) as before
    from (
      select record_type, partner_id, contact_id, min(starts_at) as first_at from changed
      where starts_at is not null group by 1, 2, 3
    ) as owner join creation_blocks as n using (record_type, partner_id, contact_id)
      left join changed using (record_type, partner_id, contact_id, starts_at)
    where n.starts_at >= first_at
  ), blocks as (
    update creation_blocks as b set total = b.total + f.total, converted = b.converted + f.converted, before = b.before + f.before
      from following as f
      where b.contact_id = f.contact_id and b.partner_id = f.partner_id and b.record_type = f.record_type
        and b.starts_at = f.starts_at and (f.total, f.converted, f.before) <> (0, 0, 0)
  )
  select array_agg(ctid) into ended from statuses where total = 0;
  delete from status_totals where ctid = any(ended) and total = 0;
  return true;
end $$;
