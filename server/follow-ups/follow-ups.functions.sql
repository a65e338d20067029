-- What a person left out of what waits for them is back when the operator changes the record. The
-- day itself stays: it is the person's own.
create or replace function release_follow_ups() returns trigger language plpgsql as $$
begin
  update follow_ups set is_held = false where record_id = new.record_id and is_held;
  return null;
end $$;
create or replace trigger operator_acted_on_follow_up after insert on changes for each row
  when (new.via = 'operator') execute function release_follow_ups();
