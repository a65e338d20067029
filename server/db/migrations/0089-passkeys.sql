-- Passkeys: keys of a device or a password manager, by which somebody signs in without a password.

create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- As the browser names it.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it has signed, if it counts: a copy of it would count by itself.
  counter bigint not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_by_account on passkeys (account_id);

-- What a passkey has to sign, each once: for the browser of a cookie (its hash), or a session.
create table passkey_challenges (
  bound_to text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
