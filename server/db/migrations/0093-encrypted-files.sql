-- Whether a file is encrypted, with a key of its own. Those that were stored before are encrypted
-- in the background.
alter table attachments add column has_own_key boolean not null default false;
create index attachments_to_encrypt on attachments (id) where not has_own_key;
