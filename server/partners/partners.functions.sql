-- The history of partners and contacts, in partner_changes.

-- Returns the values of a partner or contact by their field in responses.
create or replace function partner_values(row_values jsonb) returns jsonb language sql immutable parallel safe
return jsonb_strip_nulls(jsonb_build_object('name', row_values -> 'name', 'partnerId', row_values -> 'partner_id',
  'firstName', row_values -> 'first_name', 'lastName', row_values -> 'last_name', 'email', row_values -> 'email'));

create or replace function record_partner_change() returns trigger language plpgsql as $$
declare
  before jsonb = case tg_op when 'UPDATE' then partner_values(to_jsonb(old)) else '{}' end;
  after jsonb = partner_values(to_jsonb(new));
begin
  if before <> after then
    insert into partner_changes (record_id, kind, at, by, via, former, current)
      values (new.id, case tg_op when 'UPDATE' then 'changed' else 'created' end, new.updated_at, new.updated_by,
        new.updated_via, differing_values(before, after), differing_values(after, before));
  end if;
  return null;
end $$;
create or replace trigger partner_recorded after insert or update on partners for each row
  execute function record_partner_change();
create or replace trigger contact_recorded after insert or update on contacts for each row
  execute function record_partner_change();
