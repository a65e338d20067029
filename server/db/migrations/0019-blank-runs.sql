-- Runs of blank rows that were sent as such: a file can have a million blank lines. A row is in
-- bulk_upload_rows or in a run, and in one run at most. Both ends of a run are blank rows.
create table bulk_upload_blank_runs (
  upload_id text not null,
  first_row integer not null,
  last_row integer not null,
  primary key (upload_id, last_row),
  check (first_row <= last_row)
);
