-- Numbers the feed (server/db/schema/feed.sql).

-- Queues what partners did, and what was erased. Whether a client was reached is the partner's own.
create or replace function queue_for_feed() returns trigger language plpgsql as $$
begin
  insert into feed_pending
    select id from new_rows where (via in ('portal', 'api', 'bulk-upload') or kind = 'erased')
      and (outcome is null or outcome = 'handed-back');
  return null;
end $$;
create or replace trigger changes_queued after insert on changes referencing new table as new_rows
  for each statement execute function queue_for_feed();

-- Gives positions to committed changes, to at most so many, without gaps. One transaction at a time
-- does so, until it has committed: positions become visible in their order. Each statement of the
-- function sees what was committed before the statement, and those after the lock begin under it.
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
