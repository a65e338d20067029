-- Which texts of the files of functions were applied, each once, in this order: see
-- server/db/function-files.ts.
create table schema_files (
  id bigint generated always as identity primary key,
  name text not null,
  hash text not null,
  applied_at timestamptz(3) not null default now(),
  unique (name, hash)
);
