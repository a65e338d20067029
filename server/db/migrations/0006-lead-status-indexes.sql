-- The lists of a partner admin and of support, filtered by status. Without these indexes, finding a
-- rare status reads all leads.
create index leads_by_partner_status on leads (partner_id, status, created_at desc, id desc);
create index leads_by_status on leads (status, created_at desc, id desc);
