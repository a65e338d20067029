-- What was handed back to the operator waits for the partner again once the operator changes it.
create or replace function end_hand_backs() returns trigger language plpgsql as $$
begin
  delete from hand_backs where record_id = new.record_id;
  return null;
end $$;
create or replace trigger operator_acted_on_hand_back after insert on changes for each row
  when (new.via = 'operator') execute function end_hand_backs();
