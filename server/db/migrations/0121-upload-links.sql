-- Links by which a client sends the documents of a request without an account
-- (docs/decisions/files.md). A request has one at most. Only the SHA-256 of a token is stored.
-- account_id: who made it. lead_id: the lead that the files are attached to.
create table upload_links (
  request_id text primary key,
  id text not null unique,
  token_hash text not null unique,
  partner_id text not null references partners (id),
  lead_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index upload_links_by_lead on upload_links (lead_id);
create index upload_links_by_account on upload_links (account_id);
create index upload_links_by_end on upload_links (expires_at);

-- The link by which the client sent the file, for the account in created_by.
alter table attachments add column if not exists upload_link_id text;
-- Whether the client sent the file, and the partner has not sent it to the lender yet.
alter table request_files add column if not exists is_unsent boolean not null default false;
