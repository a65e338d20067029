-- Drafts of new leads, as they are typed. A draft belongs to one account, and ends when its lead is
-- submitted, when it is discarded, or 30 days after its last change.
create table lead_drafts (
  id text not null,
  account_id text not null references accounts (id) on delete cascade,
  -- What is typed so far; null once the lead is submitted. Not jsonb: a text that is not validated
  -- can have characters that jsonb rejects.
  content json,
  -- The lead that the draft became. It may be stored by an existing service.
  lead_id text,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  partner_id text not null,
  primary key (id, partner_id),
  check ((content is null) = (lead_id is not null))
);
create index lead_drafts_by_account on lead_drafts (account_id, updated_at desc);
create index lead_drafts_by_age on lead_drafts (updated_at);
