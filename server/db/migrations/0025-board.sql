-- The board of deals: how many have each status, the sum of their amounts, and the pages of each
-- column. Without these indexes, finding a rare status reads all deals. Amounts are part of them,
-- so that sums need no records.
create index deals_by_contact_status on deals (contact_id, status, created_at desc, id desc) include (amount);
create index deals_by_partner_status on deals (partner_id, status, created_at desc, id desc) include (amount);
create index deals_by_status on deals (status, created_at desc, id desc);
