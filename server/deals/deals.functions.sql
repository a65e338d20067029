-- What a deal has from the lead that became it.

-- The words of its leads (lead_search). Locks the deal before reading its leads: of two concurrent
-- changes, the second waits for the first and then reads its result.
create or replace function keep_lead_search() returns trigger language plpgsql as $$
declare
  deal text;
begin
  for deal in select distinct id from unnest(array[old.converted_deal_id, new.converted_deal_id]) as id
    where id is not null order by id
  loop
    perform from deals where id = deal for no key update;
    update deals set lead_search =
        (select coalesce(string_agg(search, ' ' order by id), '') from leads where converted_deal_id = deal)
      where id = deal;
  end loop;
  return null;
end $$;

-- Run only for leads that refer to a deal, so submitting and editing other leads costs no more.
create or replace trigger converted_lead_inserted after insert on leads for each row
  when (new.converted_deal_id is not null)
  execute function keep_lead_search();
create or replace trigger converted_lead_updated after update of search, converted_deal_id on leads for each row
  when (coalesce(new.converted_deal_id, old.converted_deal_id) is not null
    and (new.search, new.converted_deal_id) is distinct from (old.search, old.converted_deal_id))
  execute function keep_lead_search();
create or replace trigger converted_lead_deleted after delete on leads for each row
  when (old.converted_deal_id is not null)
  execute function keep_lead_search();

-- Its owner: where the lead is reassigned, in whatever way, the deal follows in the same
-- transaction, by the same account and with a history of its own. A deal that the operator has
-- given to somebody else stays with them (docs/decisions/operator-and-requests.md).
-- By arrays: the rows of a statement are few or many, and the plan is that of the first one.
create or replace function reassign_deal() returns trigger language plpgsql as $$
declare
  reassigned text[] = array(select n.converted_deal_id from old_rows as o join new_rows as n using (id)
    where n.contact_id <> o.contact_id and n.converted_deal_id is not null);
begin
  update deals set contact_id = n.contact_id, updated_by = n.updated_by, updated_via = n.updated_via,
      version = deals.version + 1
    from old_rows as o join new_rows as n using (id)
    where deals.id = any(reassigned) and n.converted_deal_id = deals.id and deals.contact_id = o.contact_id
      and n.contact_id <> o.contact_id;
  return null;
end $$;
create or replace trigger lead_reassigned after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_deal();
