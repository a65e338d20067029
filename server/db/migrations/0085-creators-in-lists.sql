-- Home counts what others created, and passes over what the reader did: after an upload of one's
-- own, each of its leads was read for that. The indexes of a partner's leads say who created them.
drop index leads_by_contact, leads_by_partner;
create index leads_by_contact on leads (contact_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, updated_at, last_activity_at, amount_requested,
  has_attachments, has_request, created_by);
create index leads_by_partner on leads (partner_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id, updated_at, last_activity_at,
  amount_requested, has_attachments, has_request, created_by);
