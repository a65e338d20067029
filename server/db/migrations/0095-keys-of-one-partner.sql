-- A key of the operator can be limited to one partner; null: all. The feed has the partner of each
-- entry, so that the entries of one are read without those of all others.
alter table operator_keys add column partner_id text references partners (id);

alter table feed add column partner_id text;
update feed set partner_id = changes.partner_id from changes where changes.id = change_id;
alter table feed alter column partner_id set not null;
create index feed_by_partner on feed (partner_id, position);

-- As in 0021, with the partner.
create or replace function number_feed(max_changes integer) returns void language plpgsql as $$
begin
  if not exists (select from feed_pending) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('feed'));
  -- A position that was delivered must outlive a crash.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  with numbered as (
    delete from feed_pending
    where change_id in (select change_id from feed_pending order by change_id limit max_changes)
    returning change_id
  )
  insert into feed (position, change_id, partner_id)
    select (select coalesce(max(position), 0) from feed) + row_number() over (order by change_id), change_id, partner_id
    from numbered join changes on changes.id = change_id;
end $$;
