-- Partners, contacts, accounts, and the sessions, keys and links that identify a caller.

create extension if not exists pg_trgm;

create table partners (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index partners_by_name on partners (lower(name));

create table contacts (
  id text primary key,
  partner_id text not null references partners (id),
  first_name text not null,
  last_name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  unique (partner_id, id)
);

-- Support has neither partner nor contact; everybody else is a contact of a partner.
create table accounts (
  id text primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('broker', 'partner-admin', 'support')),
  partner_id text references partners (id),
  contact_id text unique,
  password_hash text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  foreign key (partner_id, contact_id) references contacts (partner_id, id),
  check ((role = 'support') = (partner_id is null)),
  check ((partner_id is null) = (contact_id is null))
);
create unique index accounts_by_email on accounts (lower(email));

-- expires_at moves with each use; ends_at does not. Only the SHA-256 of a token is stored.
create table sessions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  password_confirmed_at timestamptz
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);

-- The key is encrypted, because its owner may see it again. Requests are looked up by its hash.
create table api_keys (
  account_id text primary key references accounts (id) on delete cascade,
  key_hash text not null unique,
  encrypted bytea not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- Single-use links to set a password; using one deletes it.
create table password_links (
  token_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_links_by_account on password_links (account_id);

-- Failed sign-ins per account and per address (hashed), counted by all processes together.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  resets_at timestamptz not null
);
