-- The index of each list has everything that leads are filtered and ordered by
-- (docs/decisions/lists.md). Migration 0064 made them anew without the last change, activity,
-- amount and attachments, and for support without the deal and the contact; whether a request waits
-- stays in them.
drop index leads_by_contact, leads_by_partner, leads_by_creation;
create index leads_by_contact on leads (contact_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, updated_at, last_activity_at, amount_requested,
  has_attachments, has_request);
create index leads_by_partner on leads (partner_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id, updated_at, last_activity_at,
  amount_requested, has_attachments, has_request);
create index leads_by_creation on leads (created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, partner_id, contact_id, updated_at,
  has_attachments, has_request);
