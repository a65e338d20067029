-- The list behind a filter by status, of a partner admin and of support: a rare status is otherwise looked for in all leads.
create index leads_by_partner_status on leads (partner_id, status, created_at desc, id desc);
create index leads_by_status on leads (status, created_at desc, id desc);
