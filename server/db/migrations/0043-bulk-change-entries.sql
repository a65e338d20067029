-- Bulk changes in the history of their leads, and those that can't be completed.

-- bulk_change_id: the bulk change that made the entry, which may have been deleted since; is_undo:
-- whether by being undone. The transaction of a batch sets both.
alter table changes
  add column bulk_change_id text default nullif(current_setting('portal.bulk_change', true), ''),
  add column is_undo boolean not null default coalesce(current_setting('portal.is_undo', true), '') = 'true';

-- failed_attempts: how many batches in a row have failed.
alter table bulk_changes add column failed_attempts integer not null default 0;
