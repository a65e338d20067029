-- How many records of an owner were created before a block: a page by number is found in an index,
-- however many blocks there are (docs/decisions/lists.md). New records come last, so that the
-- blocks before them stay as they are.
select pg_advisory_xact_lock(hashtext('total_changes'));
alter table creation_blocks add column before bigint not null default 0;
update creation_blocks as b set before = summed.before
  from (
    select contact_id, partner_id, record_type, starts_at, sum(total) over (
      partition by contact_id, partner_id, record_type order by starts_at) - total as before
    from creation_blocks
  ) as summed
  where (b.contact_id, b.partner_id, b.record_type, b.starts_at)
    = (summed.contact_id, summed.partner_id, summed.record_type, summed.starts_at);
create index creation_blocks_by_place on creation_blocks (contact_id, partner_id, record_type, before, starts_at);

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
  ), changed as materialized (
    select record_type, partner_id, contact_id, block.starts_at, sum(change) as total, sum(converted) as converted
    from owned left join lateral (
      select b.starts_at from creation_blocks as b
      where b.contact_id = owned.contact_id and b.partner_id = owned.partner_id
        and b.record_type = owned.record_type and b.starts_at <= owned.created_at
      order by b.starts_at desc limit 1
    ) as block on true
    group by 1, 2, 3, 4 having sum(change) <> 0 or sum(converted) <> 0
  ), first_blocks as (
    insert into creation_blocks (record_type, partner_id, contact_id, starts_at, total, converted)
      select record_type, partner_id, contact_id, '-infinity', total, converted from changed where starts_at is null
  ), blocks as (
    update creation_blocks as b set total = b.total + own.total, converted = b.converted + own.converted,
        before = b.before + own.before
      from (
        select record_type, partner_id, contact_id, min(starts_at) as starts_at from changed
        where starts_at is not null group by 1, 2, 3
      ) as first cross join lateral (
        select n.starts_at, coalesce(sum(c.total) filter (where c.starts_at = n.starts_at), 0) as total,
          coalesce(sum(c.converted) filter (where c.starts_at = n.starts_at), 0) as converted,
          coalesce(sum(c.total) filter (where c.starts_at < n.starts_at), 0) as before
        from creation_blocks as n join changed as c on c.contact_id = n.contact_id and c.partner_id = n.partner_id
          and c.record_type = n.record_type and c.starts_at <= n.starts_at
        where n.contact_id = first.contact_id and n.partner_id = first.partner_id
          and n.record_type = first.record_type and n.starts_at >= first.starts_at
        group by 1
      ) as own
      where b.contact_id = first.contact_id and b.partner_id = first.partner_id
        and b.record_type = first.record_type and b.starts_at = own.starts_at
        and (own.total, own.converted, own.before) <> (0, 0, 0)
  )
  select array_agg(ctid) into ended from statuses where total = 0;
  delete from status_totals where ctid = any(ended) and total = 0;
  return true;
end $$;
