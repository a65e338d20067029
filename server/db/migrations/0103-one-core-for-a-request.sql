-- Starting parallel workers takes 10 ms, and on a busy server ten times as long: longer than nearly
-- every list. The planner counts on 1 ms. A setting of the role in this database passes a pooler.
do $$
begin
  execute format('alter role %I in database %I set max_parallel_workers_per_gather = 0', current_user, current_database());
end $$;
