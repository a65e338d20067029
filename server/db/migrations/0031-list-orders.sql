-- The orders and filters of the lists of leads: without these indexes, ordering by the last change
-- or by amount reads all leads of the reader (docs/decisions/lists.md).

-- What a list of one contact or partner is ordered and filtered by: their leads are sorted within
-- the index of the list, if they are few.
drop index leads_by_contact, leads_by_partner, leads_by_creation;
create index leads_by_contact on leads (contact_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, updated_at, last_activity_at, amount_requested);
create index leads_by_partner on leads (partner_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id, updated_at, last_activity_at,
  amount_requested);
create index leads_by_creation on leads (created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, partner_id, updated_at);

-- One index for each order, whoever reads: whose leads have a large share of all finds a page
-- among the first entries.
create index leads_by_update on leads (updated_at, id) include (partner_id);
create index leads_by_status_since on leads (status_since, id) include (partner_id);
create index leads_by_sub_status_since on leads (sub_status_since, id) include (partner_id);
create index leads_by_activity on leads (coalesce(last_activity_at, created_at), id) include (partner_id);
-- Leads without an amount come last in both directions.
create index leads_by_amount on leads (coalesce(amount_requested, -1), id) include (partner_id);
create index leads_by_amount_ascending on leads (coalesce(amount_requested, 1e15), id) include (partner_id);

-- What others have changed since a moment, of all partners.
create index changes_by_time on changes (at desc) where kind in ('changed', 'call', 'attached');
