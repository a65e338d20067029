-- lead_times: the last rows of the latest batches and when their leads were created, in
-- milliseconds, by which the leads of one upload are created in the order of the file.
alter table bulk_uploads add column lead_times jsonb not null default '[]';
