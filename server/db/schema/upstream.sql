-- In front of an existing service: what was sent there, and what was done to its leads through this
-- portal.

-- The leads sent with an Idempotency-Key. A row is written before its lead is sent, and is 'sent'
-- until the outcome is known. A lead with a row is never sent again, only reconciled. response is
-- json, not jsonb: the replayed text is the same.
create table sent_leads (
  account_id text not null references accounts (id),
  key text not null,
  content_hash text not null,
  reference text not null,
  sent_at timestamptz(3) not null default now(),
  -- Until then, the request that sends the lead may still be in progress.
  sending_until timestamptz(3) not null,
  status text not null default 'sent' check (status in ('sent', 'created', 'rejected')),
  response json,
  partner_id text not null,
  primary key (account_id, key, partner_id)
);
create index sent_leads_by_age on sent_leads (sent_at);

-- Each entry is written once that service had accepted it (docs/decisions/history-and-feed.md).
-- Append-only, like the history of the portal's own records (history.sql).
-- former, current: the changed values by field, in the shapes of responses. A field that former
-- lacks has a value before that is not known. 'attached' has the file's type, name and id. A lead
-- that a bulk upload created has no values, but the row.
create table upstream_changes (
  id bigint generated always as identity,
  record_id text not null,
  kind text not null check (kind in ('created', 'changed', 'attached', 'erased')),
  at timestamptz(3) not null default now(),
  -- null: the operator, by a command.
  account_id text references accounts (id),
  via text not null check (via in ('portal', 'api', 'bulk-upload', 'command')),
  former jsonb not null default '{}',
  current jsonb not null default '{}',
  upload_id text,
  row_number integer,
  partner_id text not null,
  primary key (id, partner_id),
  check ((account_id is null) = (via = 'command'))
);
create index upstream_changes_by_record on upstream_changes (record_id, id desc);
-- As leads_by_submitter: the last lead with broker details that somebody submitted.
create index upstream_changes_by_submitter on upstream_changes (account_id, id desc nulls last)
  where kind = 'created' and via = 'portal' and current ?| array['callClientOrBroker', 'callOnBehalfOf',
    'brokerContactName', 'brokerContactEmail', 'brokerContactNumber'];
-- A repeated request gets the same response, and is no further creation or file.
create unique index upstream_changes_of_partner_creations on upstream_changes (record_id, partner_id) where kind = 'created';
create unique index upstream_changes_of_partner_files on upstream_changes (record_id, (current ->> 'attachmentId'), partner_id)
  where kind = 'attached';
