-- How much a person and all people of a partner have attached, for the quotas of an upload.
create index attachments_by_person on attachments (created_by) include (lead_id, size);
