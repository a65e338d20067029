-- Keys of programs, and from where they are used.

-- Every key is a row: of a profile page, whose id is that of the account; a named one, of a program
-- of a person or an integration; one of the operator, which has no account. Only the hash of a key
-- is stored, and for a profile's the key too, encrypted, as its owner sees it again.
create table keys (
  id text primary key,
  kind text not null check (kind in ('profile', 'named', 'operator')),
  account_id text references accounts (id) on delete cascade,
  -- For an operator's: the partner to whom it is limited; null: all.
  partner_id text references partners (id),
  name text check (name is not null or kind = 'profile'),
  key_hash text not null unique,
  encrypted bytea check ((encrypted is null) = (kind <> 'profile')),
  -- The end that is shown.
  last_four text not null default '',
  is_read_only boolean not null default false,
  created_at timestamptz(3) not null default now(),
  -- null: it does not expire.
  expires_at timestamptz(3),
  -- A revoked key of the operator keeps its row, as history names it; others are deleted.
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- In front of an existing service: since when that service rejects the key.
  rejected_at timestamptz,
  check ((account_id is null) = (kind = 'operator'))
);
create index keys_by_account on keys (account_id, created_at);
create unique index keys_of_operator_by_name on keys (lower(name))
  where kind = 'operator' and revoked_at is null;

-- From which addresses a key was used: an id of a named key, or an account for the one on its
-- profile page.
create table key_uses (
  key_id text not null,
  address text not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  primary key (key_id, address)
);
create index key_uses_by_age on key_uses (last_at);
