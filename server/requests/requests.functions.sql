-- What follows from requests of the lender, and what requests take from their record.

-- Their history is that of the record.
create or replace function record_request() returns trigger language plpgsql as $$
begin
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    values (new.record_type, new.record_id, new.partner_id, new.contact_id, 'request', new.updated_at, new.updated_by,
      new.updated_via, jsonb_build_object('request', jsonb_build_object('id', new.id, 'kind', new.kind, 'state', new.state,
      'text', case new.state when 'open' then new.text when 'sent' then new.answer when 'returned' then new.reason else '' end)));
  return null;
end $$;
create or replace trigger request_created after insert on requests for each row execute function record_request();
create or replace trigger request_changed after update on requests for each row
  when (new.version <> old.version) execute function record_request();

-- Whether a request waits for the partner is a column of the record (has_request).
create or replace function keep_has_request() returns trigger language plpgsql as $$
declare
  waits boolean = exists (select from requests where record_id = new.record_id and state in ('open', 'returned'));
begin
  case new.record_type
  when 'lead' then
    update leads set has_request = waits where id = new.record_id and has_request <> waits;
  when 'deal' then
    update deals set has_request = waits where id = new.record_id and has_request <> waits;
  else
    raise exception 'Records of the type % have no requests.', new.record_type;
  end case;
  return null;
end $$;
create or replace trigger request_asked after insert on requests for each row execute function keep_has_request();
create or replace trigger request_answered after update on requests for each row
  when (new.state <> old.state) execute function keep_has_request();

-- Whoever has a record has its requests.
-- By arrays: the rows of a statement are few or many, and the plan is that of the first one.
create or replace function reassign_requests() returns trigger language plpgsql as $$
declare
  reassigned text[] = array(select id from old_rows as o join new_rows as n using (id)
    where n.contact_id <> o.contact_id);
begin
  update requests set partner_id = n.partner_id, contact_id = n.contact_id
    from new_rows as n where n.id = requests.record_id and requests.record_id = any(reassigned);
  return null;
end $$;
create or replace trigger lead_requests_reassigned after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_requests();
create or replace trigger deal_requests_reassigned after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_requests();
