-- API keys besides the one on the profile page: one for each program of a person.

-- Only the SHA-256 of a key is stored: it is shown once. Where a key is replaced, the old one
-- expires after the overlap.
create table named_keys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  last_four text not null,
  is_read_only boolean not null,
  created_at timestamptz(3) not null default now(),
  -- null: it does not expire.
  expires_at timestamptz(3)
);
create index named_keys_by_account on named_keys (account_id, created_at);

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

-- What ends with an account ends at once, and does not come back with it.
create function end_named_keys() returns trigger language plpgsql as $$
begin
  delete from named_keys where account_id = new.id;
  return null;
end $$;
create trigger account_disabled after update of disabled_at on accounts for each row
  when (new.disabled_at is not null) execute function end_named_keys();

alter table operator_keys
  add column is_read_only boolean not null default false,
  add column expires_at timestamptz(3);
