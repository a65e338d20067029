-- A transaction that waited for a record has an earlier now() than the one it waited for. Its
-- change must not be earlier than the change before it, or a status would have stood for less than
-- no time.
create or replace function keep_record_times() returns trigger language plpgsql as $$
begin
  new.updated_at = greatest(new.updated_at, old.updated_at);
  if new.status <> old.status and new.status_since = old.status_since then
    new.status_since = new.updated_at;
  end if;
  if new.sub_status <> old.sub_status and new.sub_status_since = old.sub_status_since then
    new.sub_status_since = new.updated_at;
  end if;
  if new.last_activity_at is not distinct from old.last_activity_at then
    new.last_activity_at = greatest(new.updated_at, old.last_activity_at);
  end if;
  return new;
end $$;
