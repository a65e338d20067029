-- What brokers reported to the admins of their partner: a lead that they may not open has the
-- client of a lead that they are about to submit.
create table duplicate_reports (
  id text primary key,
  partner_id text not null references partners (id),
  lead_id text not null references leads (id) on delete cascade,
  -- What the two have in common, not its value.
  reason text not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (lead_id, account_id)
);
create index duplicate_reports_by_partner on duplicate_reports (partner_id, created_at desc);
