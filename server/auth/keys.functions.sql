-- What ends with an account ends at once, and does not come back with it: all its keys.
create or replace function end_named_keys() returns trigger language plpgsql as $$
begin
  delete from keys where account_id = new.id;
  return null;
end $$;
create or replace trigger account_disabled after update of disabled_at on accounts for each row
  when (new.disabled_at is not null) execute function end_named_keys();
