-- Answers kept for 24 hours, to be given again to a request with the same key. Inside its transaction a row holds no answer yet:
-- nobody ever sees it so. body is json, not jsonb, because the same answer means the same text.
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
