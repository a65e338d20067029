-- For versions before, whose snoozes end when the operator does something on the record. Follow-ups
-- are in server/follow-ups/follow-ups.functions.sql.
create or replace function end_snoozes() returns trigger language plpgsql as $$
begin
  delete from snoozes where record_id = new.record_id;
  return null;
end $$;
create or replace trigger operator_acted after insert on changes for each row
  when (new.via = 'operator') execute function end_snoozes();
