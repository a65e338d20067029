-- Responses stored for 24 hours and replayed to a request with the same key. A row without a
-- response exists only within its transaction. body is json, not jsonb: the replayed text is the
-- same.
create table idempotency_keys (
  account_id text not null references accounts (id),
  operation text not null,
  key text not null,
  content_hash text not null,
  created_at timestamptz(3) not null default now(),
  status smallint,
  body json,
  primary key (account_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
