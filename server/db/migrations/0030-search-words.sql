-- Words are also found without apostrophes, and with the plain form of letters that no accent makes
-- of another one. New records are stored so by the service (`foldText`); this repeats it for older
-- ones. Only records with such letters are written: their version does not change, so neither do
-- their history and their times.
create function fold_search(words text) returns text language sql immutable parallel safe
return translate(
  replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'øłđðħı''’‘ʼʻ`', 'olddhi');
update deals set search = fold_search(search) where search ~ '[ßæœþøłđðħı''’‘ʼʻ`]';
update leads set search = fold_search(search) where search ~ '[ßæœþøłđðħı''’‘ʼʻ`]';
drop function fold_search(text);
