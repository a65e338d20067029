-- The feed: what partners did, and what was erased, numbered in the order of commits. The id of a
-- change is taken before its transaction commits, so a later id can be visible before an earlier
-- one. Positions are therefore given by who reads the feed, to what is committed
-- (docs/decisions/history-and-feed.md).

-- The changes without a position, written in the transaction of each.
create table feed_pending (change_id bigint primary key);
create table feed (
  position bigint primary key,
  change_id bigint not null
);

create function queue_for_feed() returns trigger language plpgsql as $$
begin
  insert into feed_pending
    select id from new_rows where via in ('portal', 'api', 'bulk-upload') or kind = 'erased';
  return null;
end $$;
create trigger changes_queued after insert on changes referencing new table as new_rows
  for each statement execute function queue_for_feed();

-- Gives positions to committed changes, to at most so many, without gaps. One transaction at a time
-- does so, until it has committed: positions become visible in their order. Each statement of the
-- function sees what was committed before the statement, and those after the lock begin under it.
create function number_feed(max_changes integer) returns void language plpgsql as $$
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
  insert into feed (position, change_id)
    select (select coalesce(max(position), 0) from feed) + row_number() over (order by change_id), change_id
    from numbered;
end $$;

-- Leads that are older than their history come first.
insert into feed (position, change_id)
  select row_number() over (order by id), id from changes where via in ('portal', 'api', 'bulk-upload');
