-- The home page: how many records wait for whom, what stands longest, what has changed.

-- When an account last marked everything on its home page as read.
create table home_visits (
  account_id text primary key references accounts (id),
  seen_at timestamptz(3) not null
);

-- The indexes of the lists of leads also have what the home page counts and sorts by, so that it
-- reads no leads but those it shows. No index is added: leads are created as fast as before.
drop index leads_by_contact, leads_by_partner, leads_by_creation;
create index leads_by_contact on leads (contact_id, created_at desc, id desc)
  include (status, sub_status, status_since, sub_status_since, converted_deal_id);
create index leads_by_partner on leads (partner_id, created_at desc, id desc)
  include (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id);
create index leads_by_creation on leads (created_at desc, id desc)
  include (status, sub_status, status_since, sub_status_since, partner_id);

-- Deals by whom they wait for, which their sub-status says, those that wait longest first.
create index deals_by_contact_wait on deals (contact_id, sub_status, sub_status_since, id) include (status);
create index deals_by_partner_wait on deals (partner_id, sub_status, sub_status_since, id) include (status, contact_id);
create index deals_by_wait on deals (sub_status, sub_status_since, id) include (status, partner_id);

-- What others have changed since a moment. Creations are found by the records themselves.
create index changes_by_contact on changes (contact_id, at desc) where kind in ('changed', 'call', 'attached');
create index changes_by_partner on changes (partner_id, at desc) where kind in ('changed', 'call', 'attached');

-- How long the records of a partner stood in a status, the latest first.
create index changes_by_stage on changes (partner_id, record_type, (former ->> 'status'), id desc)
  where former_status_since is not null;
