-- What the database itself has.

-- Trigrams, by which lists and searches find a part of a word.
create extension if not exists pg_trgm;

-- A request uses one core: starting parallel workers takes 10 ms, and on a busy server ten times as
-- long, which is longer than nearly every list. The planner counts on 1 ms. As a setting of the
-- role in this database it also holds behind a pooler.
do $$
begin
  execute format('alter role %I in database %I set max_parallel_workers_per_gather = 0', current_user, current_database());
end $$;
