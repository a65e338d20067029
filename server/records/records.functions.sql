-- The times of leads and deals.

-- A new record is created, updated and in its status now, unless the statement says since when.
create or replace function set_creation_times() returns trigger language plpgsql as $$
declare
  written_at timestamptz(3) = write_time();
begin
  new.created_at = coalesce(new.created_at, written_at);
  new.status_since = coalesce(new.status_since, new.created_at);
  new.sub_status_since = coalesce(new.sub_status_since, new.created_at);
  new.updated_at = coalesce(new.updated_at, greatest(written_at, new.created_at));
  return new;
end $$;
create or replace trigger lead_creation_times before insert on leads for each row execute function set_creation_times();
create or replace trigger deal_creation_times before insert on deals for each row execute function set_creation_times();

-- A change is later than the one before it, unless the statement says when it was made: then it is
-- not earlier. A transaction that waited for a record has an earlier now() than the one it waited
-- for, and a status would have stood for less than no time. A changed status stands since the
-- change; any change is activity.
create or replace function keep_record_times() returns trigger language plpgsql as $$
begin
  if new.updated_at in (old.updated_at, now()::timestamptz(3)) then
    new.updated_at = greatest(write_time(), old.updated_at + interval '1 millisecond');
  else
    new.updated_at = greatest(new.updated_at, old.updated_at);
  end if;
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
create or replace trigger lead_times before update on leads for each row
  when (new.version <> old.version) execute function keep_record_times();
create or replace trigger deal_times before update on deals for each row
  when (new.version <> old.version) execute function keep_record_times();
