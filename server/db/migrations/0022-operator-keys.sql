-- Keys of the operator’s programs, for /operator/v1.

-- Only the SHA-256 of a key is stored. A revoked key keeps its row, because records and their
-- history name the key that changed them.
create table operator_keys (
  id text primary key,
  name text not null,
  key_hash text not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index operator_keys_by_name on operator_keys (lower(name)) where revoked_at is null;

-- A request with an idempotency key comes from an account or from a key of the operator. Neither is
-- ever deleted.
alter table idempotency_keys drop constraint idempotency_keys_account_id_fkey;
alter table idempotency_keys rename column account_id to caller_id;
