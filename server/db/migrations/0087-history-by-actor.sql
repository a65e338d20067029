-- Home and lists read what others did since a moment: by actor, so that what the reader did is not
-- passed over, and with the creations, which are in the history too
-- (docs/decisions/history-and-feed.md).
create index changes_by_partner_and_actor on changes (partner_id, record_type, by, at desc) include (record_id, kind)
  where kind in ('created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
create index changes_by_contact_and_actor on changes (contact_id, record_type, by, at desc) include (record_id, kind)
  where kind in ('created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
drop index changes_by_partner, changes_by_contact;

-- Home lists what waits by status, without requests: the index has only those, so that no lead of
-- another partner is read to find out.
drop index leads_by_wait, leads_by_status_wait;
create index leads_by_wait on leads (status, sub_status, sub_status_since, id) include (partner_id, contact_id)
  where not has_request;
create index leads_by_status_wait on leads (status, sub_status, status_since, id) include (partner_id, contact_id)
  where not has_request;
