-- Whoever has a lead has the deal that it became: where the lead is reassigned, in whatever way,
-- the deal follows in the same transaction, by the same account and with a history of its own. A
-- deal that the operator has given to somebody else stays with them
-- (docs/decisions/operator-and-requests.md).
create function reassign_deal() returns trigger language plpgsql as $$
begin
  update deals set contact_id = new.contact_id, updated_by = new.updated_by, updated_via = new.updated_via,
      version = version + 1
    where id = new.converted_deal_id and contact_id = old.contact_id;
  return null;
end $$;
create trigger lead_reassigned after update on leads for each row
  when (new.contact_id <> old.contact_id and new.converted_deal_id is not null) execute function reassign_deal();

-- The usual time in a status is that of the latest stays by their times, not by the ids of their
-- entries. Only changes of a status are in the index; no table is rewritten.
create index changes_by_stay on changes (partner_id, record_type, (former ->> 'status'), at desc, id desc)
  where former_status_since is not null;
drop index changes_by_stage;
