-- The leads that have waited longest: the first ones of each status and sub-status, by the time
-- that says since when. In an order of all leads, those that have ended long ago come before them,
-- and without any lead to find all are read (docs/decisions/counts-and-totals.md).
create index leads_by_wait on leads (status, sub_status, sub_status_since, id) include (partner_id, contact_id);
create index leads_by_status_wait on leads (status, sub_status, status_since, id) include (partner_id, contact_id);
