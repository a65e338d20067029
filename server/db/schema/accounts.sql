-- Accounts, and when somebody last used one.

-- Support has neither partner nor contact; everybody else is a contact of a partner. An account
-- without an email is an integration, a program of a partner: it can't sign in, and is no support.
-- manages_accounts: support staff with the operator's right manage the accounts of all partners.
create table accounts (
  id text primary key,
  email text,
  name text not null,
  role text not null check (role in ('broker', 'partner-admin', 'support')),
  partner_id text references partners (id),
  contact_id text unique,
  password_hash text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  manages_accounts boolean not null default false,
  foreign key (partner_id, contact_id) references contacts (partner_id, id),
  check ((role = 'support') = (partner_id is null)),
  check ((partner_id is null) = (contact_id is null)),
  check (role = 'support' or not manages_accounts),
  check (email is not null or password_hash is null and partner_id is not null)
);
create index accounts_by_partner on accounts (partner_id);
-- Only the case of the letters A to Z makes no difference: lower() of most collations makes an i of
-- U+0130 and a k of U+212A, so that a look-alike would be somebody else.
create unique index accounts_by_folded_email on accounts (lower(email collate "C"));

-- When a person last used the portal. Stays when the session ends.
create table last_seen (
  account_id text primary key references accounts (id) on delete cascade,
  at timestamptz not null
);
