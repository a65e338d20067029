-- Attachments whose type was corrected or that were withdrawn by who sent them
-- (docs/decisions/files.md).

-- Who last corrected the type, and when; null: nobody did.
alter table attachments add column updated_at timestamptz(3), add column updated_by text;

-- 'file-changed': the type of a file was corrected; `former` has the type before. 'file-withdrawn':
-- a file was withdrawn. `current` of both has the file's type, name and id, as of 'attached'.
alter table changes drop constraint changes_kind_check;
alter table changes add constraint changes_kind_check check (kind in
  ('known', 'created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn', 'erased'));

-- Files whose rows are gone and whose bytes are still to be deleted.
create table withdrawn_files (
  id text primary key
);
