-- What the tables of leads, deals and their related rows have in common. Defaults, indexes and
-- generated columns depend on these functions, so only a migration changes one: a new result needs
-- a reindex, or the rows to be written again.

-- Returns the time of writing. Readers request what is new by these times rather than by now(): a
-- transaction can write and commit long after its start, and who has read meanwhile would never see
-- its changes. The transaction has its id by then, by which readers know of it: everything it
-- writes is later than its start (findCommittedTime, docs/decisions/history-and-feed.md).
create function write_time() returns timestamptz language plpgsql as $$
begin
  perform pg_current_xact_id();
  return clock_timestamp();
end $$;

-- Finds a reference or business number that was typed without its separators, or with others
-- (server/records/search/search-condition.store.ts). Returns only numbers with separators: the
-- words of a record have the others as they are typed.
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

-- Returns the letters and digits in capitals; null if they are fewer than any business number has.
create function business_number_key(number text) returns text language sql immutable strict parallel safe
return substring(upper(regexp_replace(number collate "C", '[^0-9A-Za-z]', '', 'g')) from '^.{5,}$');

-- Returns the keys of contract/bulk-upload/duplicate-keys.ts for the stored fields of a lead.
create function lead_duplicate_keys(fields jsonb) returns text[] language sql immutable parallel safe
return array_remove(array[
  'phone:' || (fields ->> 'phone'),
  'email:' || lower((fields ->> 'email') collate "C"),
  'abn:' || business_number_key(fields ->> 'abn'),
  'acn:' || business_number_key(fields ->> 'acn'),
  'nzbn:' || business_number_key(fields ->> 'nzbn'),
  'crn:' || business_number_key(fields ->> 'crn'),
  'uen:' || business_number_key(fields ->> 'uen'),
  'reference:' || (fields ->> 'partnerLeadReferenceId')
], null);
