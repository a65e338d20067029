-- Every key is a row: of a profile page, whose id is that of the account; a named one, of a program
-- of a person or an integration; one of the operator, which has no account. Only the hash of a key
-- is stored, and of a profile’s the key too, encrypted, as its owner sees it again.
create table keys (
  id text primary key,
  kind text not null check (kind in ('profile', 'named', 'operator')),
  account_id text references accounts (id) on delete cascade,
  -- Of the operator's: the partner to whom it is limited; null: all.
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

-- The version before goes on by views of the same names and columns. The next version drops them,
-- and the trigger that says whose the key of a profile is.
lock table api_keys, named_keys, operator_keys in access exclusive mode;
insert into keys (id, kind, account_id, key_hash, encrypted, last_four, created_at, last_used_at, rejected_at)
  select account_id, 'profile', account_id, key_hash, encrypted, last_four, created_at, last_used_at, rejected_at
  from api_keys;
insert into keys (id, kind, account_id, name, key_hash, last_four, is_read_only, created_at, expires_at, last_used_at)
  select id, 'named', account_id, name, key_hash, last_four, is_read_only, created_at, expires_at,
    (select max(last_at) from key_uses where key_id = id)
  from named_keys;
insert into keys (id, kind, partner_id, name, key_hash, is_read_only, created_at, expires_at, revoked_at, last_used_at)
  select id, 'operator', partner_id, name, key_hash, is_read_only, created_at, expires_at, revoked_at, last_used_at
  from operator_keys;
drop table api_keys, named_keys, operator_keys;

create view api_keys as
  select id as account_id, key_hash, encrypted, last_four, created_at, last_used_at, rejected_at, kind
  from keys where kind = 'profile';
alter view api_keys alter column kind set default 'profile';
create view named_keys as
  select id, account_id, name, key_hash, last_four, is_read_only, created_at, expires_at, kind
  from keys where kind = 'named';
alter view named_keys alter column kind set default 'named';
create view operator_keys as
  select id, name, key_hash, created_at, last_used_at, revoked_at, is_read_only, expires_at, partner_id, kind
  from keys where kind = 'operator';
alter view operator_keys alter column kind set default 'operator';

create function own_as_version_before() returns trigger language plpgsql as $$
begin
  new.account_id := new.id;
  return new;
end $$;
create trigger own_as_version_before before insert on keys for each row
  when (new.kind = 'profile') execute function own_as_version_before();

-- What ends with an account ends at once, and does not come back with it: all its keys.
create or replace function end_named_keys() returns trigger language plpgsql as $$
begin
  delete from keys where account_id = new.id;
  return null;
end $$;
