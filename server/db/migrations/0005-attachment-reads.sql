-- Support's reads of a lead's attachments: the list (attachment_id is null) or one file. The log
-- remains when files are deleted: erasing a person does not erase who read what, and when.
alter table attachment_reads add column lead_id text references leads (id);
update attachment_reads set lead_id = attachments.lead_id from attachments where attachments.id = attachment_id;
alter table attachment_reads alter column lead_id set not null;
alter table attachment_reads alter column attachment_id drop not null;
alter table attachment_reads drop constraint attachment_reads_attachment_id_fkey;
drop index attachment_reads_by_attachment;
create index attachment_reads_by_lead on attachment_reads (lead_id, read_at);
