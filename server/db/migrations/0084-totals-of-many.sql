-- Adding up what a change to many leads did took a second for each 1,000 leads, more than the
-- change: changes that leave an owner's records as they were are left out first, and what is before
-- each of the following blocks is summed once for all of them.
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
