-- In front of an existing service: the leads sent there with an Idempotency-Key. A row is written
-- before its lead is sent, and is 'sent' until the outcome is known. A lead with a row is never
-- sent again, only reconciled. answer is json, not jsonb: the replayed text is the same.
create table sent_leads (
  account_id text not null references accounts (id),
  key text not null,
  content_hash text not null,
  reference text not null,
  sent_at timestamptz(3) not null default now(),
  -- Until then, the request that sends the lead may still be in progress.
  sending_until timestamptz(3) not null,
  status text not null default 'sent' check (status in ('sent', 'created', 'refused')),
  answer json,
  primary key (account_id, key)
);
create index sent_leads_by_age on sent_leads (sent_at);
