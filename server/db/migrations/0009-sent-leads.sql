-- In front of an existing service: each lead that was sent there with an Idempotency-Key, written before it is sent. It stays
-- 'sent' until what became of it is known, and is then never sent again, only looked for. answer is json, not jsonb, because the
-- same answer means the same text.
create table sent_leads (
  account_id text not null references accounts (id),
  key text not null,
  content_hash text not null,
  reference text not null,
  sent_at timestamptz(3) not null default now(),
  -- Until then whoever sends it may still be waiting for the answer.
  sending_until timestamptz(3) not null,
  status text not null default 'sent' check (status in ('sent', 'created', 'refused')),
  answer json,
  primary key (account_id, key)
);
create index sent_leads_by_age on sent_leads (sent_at);
