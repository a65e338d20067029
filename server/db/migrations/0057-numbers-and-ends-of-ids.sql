-- Finds a reference or business number that was typed without its separators, or with others, and
-- a record by the last letters of its id (server/records/search/search-condition.ts). Only numbers
-- with separators are indexed: the words of a record have the others as they are typed.
create function joined_numbers(fields jsonb) returns text[] language plpgsql immutable parallel safe as $$
declare
  number text;
  joined text[];
begin
  foreach number in array array[
    fields ->> 'partnerLeadReferenceId', fields ->> 'abn', fields ->> 'acn', fields ->> 'nzbn',
    fields ->> 'crn', fields ->> 'uen']
  loop
    if number ~ '[ ./_-]' then
      joined := array_append(joined, translate(lower(number), ' ./_-', ''));
    end if;
  end loop;
  return joined;
end $$;
create index leads_by_joined_numbers on leads using gin (joined_numbers(fields))
  where joined_numbers(fields) is not null;
create index deals_by_joined_numbers on deals using gin (joined_numbers(operator_fields))
  where joined_numbers(operator_fields) is not null;

create index leads_by_end_of_id on leads (right(id, 6) text_pattern_ops);
create index deals_by_end_of_id on deals (right(id, 6) text_pattern_ops);
