-- Support staff with the operator's right manage the accounts of all partners.
alter table accounts add column manages_accounts boolean not null default false
  check (role = 'support' or not manages_accounts);

create index accounts_by_partner on accounts (partner_id);
