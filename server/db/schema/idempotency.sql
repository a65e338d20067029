-- Responses stored for 24 hours and replayed to a request with the same key. A row without a
-- response exists only within its transaction. body is json, not jsonb: the replayed text is the
-- same.
-- caller_id: an account or a key of the operator. Neither is ever deleted, so it has no reference.
-- partner_id: empty for what nobody's partner has sent, such as a key of the operator.
create table idempotency_keys (
  caller_id text not null,
  operation text not null,
  key text not null,
  content_hash text not null,
  created_at timestamptz(3) not null default now(),
  status smallint,
  body json,
  partner_id text not null,
  primary key (caller_id, operation, key, partner_id)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
