-- What waits for a partner, by contact: a partner admin reads it among the totals of all contacts.
drop index status_totals_by_partner;
create index status_totals_by_partner on status_totals (partner_id, status);
create index sub_status_totals_by_partner on status_totals (partner_id, sub_status);
