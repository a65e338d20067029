-- A deal is found by the words of the lead that became the deal, and links to that lead.

create index converted_leads_by_deal on leads (converted_deal_id) where converted_deal_id is not null;

-- lead_search: the words of every lead that refers to the deal, written only by the triggers below.
alter table deals add column lead_search text not null default '';
update deals set lead_search = found.words
  from (select converted_deal_id, string_agg(search, ' ' order by id) as words from leads group by converted_deal_id) as found
  where deals.id = found.converted_deal_id;
create index deals_by_lead_words on deals using gin (lead_search gin_trgm_ops);

-- Locks the deal before reading its leads: of two concurrent changes, the second waits for the
-- first and then reads its result.
create function keep_lead_search() returns trigger language plpgsql as $$
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
create trigger converted_lead_inserted after insert on leads for each row
  when (new.converted_deal_id is not null)
  execute function keep_lead_search();
create trigger converted_lead_updated after update of search, converted_deal_id on leads for each row
  when (coalesce(new.converted_deal_id, old.converted_deal_id) is not null
    and (new.search, new.converted_deal_id) is distinct from (old.search, old.converted_deal_id))
  execute function keep_lead_search();
create trigger converted_lead_deleted after delete on leads for each row
  when (old.converted_deal_id is not null)
  execute function keep_lead_search();
