-- Letters of other scripts than the Latin one are also stored as capitals, which the trigram index
-- has in every locale (searchCode, server/db/search-codes.ts), and a few of them are found in
-- another form. New records are stored so by the service; this repeats it for older ones. Only
-- records with such letters are written: their version does not change, so neither do their history
-- and their times. Words of a deal's leads follow by the trigger.
create function with_search_code(words text) returns text language sql immutable parallel safe
return (
  with folded as (
    select replace(translate(words, 'ςىیکة', 'σييكه'), 'ـ', '') as words
  ), coded as (
    select trim(regexp_replace(string_agg(
      case
        when point < 128 or point between 128 and 191 or point between 8192 and 11263
          or point between 12288 and 12351 then ' '
        when point between 3584 and 4255 or point between 6016 and 6143 or point between 11904 and 42191
          or point between 63744 and 64255 or point between 131072 and 262143
          then ' ' || chr(65 + point % 26) || chr(65 + point / 26 % 26) || chr(65 + point / 676 % 26) || ' '
        when point between 4352 and 4447 then ' ' || chr(65 + point % 26)
        when point between 4448 and 4519 then chr(65 + point % 26) || ' '
        when point between 4520 and 4607 then ''
        else chr(65 + point % 26)
      end, '' order by place), ' +', ' ', 'g')) as code
    from (
      select ascii(letter) as point, place
      from folded, regexp_split_to_table(folded.words, '') with ordinality as letters (letter, place)
    ) as points
  )
  select case when code = '' then folded.words else folded.words || ' ' || code || ' ' end
  from folded, coded);
update deals set search = with_search_code(search) where octet_length(search) > char_length(search);
update leads set search = with_search_code(search) where octet_length(search) > char_length(search);
drop function with_search_code(text);
